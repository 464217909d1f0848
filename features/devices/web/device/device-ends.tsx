import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { UnbindDialog } from '../people/unbind-dialog.tsx'
import { useRemoveDevice } from './use-remove-device.ts'

const bold = (text: ReactNode) => <b>{text}</b>

interface DeviceEndsProps {
  readonly device: RegisteredDevice
  /** The device is not there any more for who looks at it. */
  readonly onGone: () => void
}

/** The ways to part from a device: the own binding, and the device itself. */
export function DeviceEnds({ device, onGone }: DeviceEndsProps) {
  const unbind = useTranslations('devices.unbind')
  const remove = useTranslations('devices.remove')
  const [asked, setAsked] = useState<'unbind' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const isBound = device.relation !== null
  if (!isBound && !device.abilities.configure) return null
  return (
    <div className="device-ends">
      {isBound && <Button onClick={() => setAsked('unbind')}>{unbind('unbind')}</Button>}
      {device.abilities.configure && (
        <Button type="text" onClick={() => setAsked('remove')}>
          {remove('remove')}
        </Button>
      )}
      {asked === 'unbind' && <UnbindDialog device={device} onClose={close} onUnbound={onGone} />}
      {asked === 'remove' && <RemoveDialog device={device} onClose={close} onRemoved={onGone} />}
    </div>
  )
}

interface RemoveDialogProps {
  readonly device: RegisteredDevice
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Says what goes with a device, and what stays of it. */
function RemoveDialog({ device, onClose, onRemoved }: RemoveDialogProps) {
  const translate = useTranslations('devices.remove')
  const { mutate, isPending } = useRemoveDevice()
  const name = isolated(device.name)
  const remove = () =>
    mutate(device.lesiId, {
      onSuccess: () => {
        toast('success', translate('done', { name }))
        onRemoved()
      },
      onError: onClose,
    })
  return (
    <Modal
      open
      title={translate('title', { name })}
      okText={translate('remove')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: isPending }}
      onOk={remove}
      onCancel={onClose}
    >
      <div className="what-goes">
        <Icon name="trash" />
        <span>
          {translate.rich('goes', {
            sensors: device.sensorCount ?? 0,
            people: device.peopleCount,
            b: bold,
          })}
        </span>
        <Icon name="lock" />
        <span>{translate.rich('stays', { b: bold })}</span>
      </div>
    </Modal>
  )
}
