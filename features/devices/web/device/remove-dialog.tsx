import { Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { TypedName } from '#kit/web/antd/fields/antd-typed-name.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import '../stored/stored.css'
import { useRemoveDevice } from './use-remove-device.ts'

const bold = (text: ReactNode) => <b>{text}</b>

interface RemoveDialogProps {
  readonly device: RegisteredDevice
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Says what goes with a device, and asks what becomes of its stored readings. */
export function RemoveDialog({ device, onClose, onRemoved }: RemoveDialogProps) {
  const translate = useTranslations('devices.remove')
  const { mutate, isPending } = useRemoveDevice()
  const [readings, setReadings] = useState<'keep' | 'delete'>('keep')
  const [typed, setTyped] = useState('')
  const name = isolated(device.name)
  const isReady = readings === 'keep' || isTypedName(typed, device.name)
  const remove = () => {
    if (!isReady || isPending) return
    mutate(
      { lesiId: device.lesiId, readings, name: typed },
      {
        onSuccess: () => {
          toast('success', translate(readings === 'keep' ? 'done' : 'doneDeleting', { name }))
          onRemoved()
        },
        onError: onClose,
      },
    )
  }
  return (
    <Modal
      open
      title={translate('title', { name })}
      okText={translate(readings === 'keep' ? 'remove' : 'removeAll')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: isPending, disabled: !isReady, danger: readings === 'delete' }}
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
        {!device.abilities.deleteReadings && (
          <>
            <Icon name="lock" />
            <span>{translate.rich('stays', { b: bold })}</span>
          </>
        )}
      </div>
      {device.abilities.deleteReadings && (
        <Radio.Group
          className="stored-choice"
          aria-label={translate('readings')}
          value={readings}
          onChange={({ target }) => setReadings(target.value as typeof readings)}
        >
          <Radio value="keep">
            <b>{translate('keep')}</b>
            <small>{translate('keepNote')}</small>
          </Radio>
          <Radio value="delete">
            <b>{translate('delete')}</b>
            <small>{translate('deleteNote')}</small>
          </Radio>
        </Radio.Group>
      )}
      {readings === 'delete' && (
        <TypedName
          label={translate('typeName', { name })}
          typed={typed}
          onType={setTyped}
          onEnter={remove}
        />
      )}
    </Modal>
  )
}
