import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { ownBindingsQuery } from './query-bindings.ts'
import { useUnbindOwn } from './use-binding-changes.ts'

const bold = (text: ReactNode) => <b>{text}</b>

interface UnbindDialogProps {
  readonly device: RegisteredDevice
  readonly onClose: () => void
  readonly onUnbound: () => void
}

/** Ends the own binding to a device: what goes, who goes with it, and what stays. */
export function UnbindDialog({ device, onClose, onUnbound }: UnbindDialogProps) {
  const translate = useTranslations('devices.unbind')
  const own = useQuery({ ...ownBindingsQuery, staleTime: 0 })
  const subUsers = own.data?.find(({ lesiId }) => lesiId === device.lesiId)?.subUsers ?? 0
  const [isAgreed, setAgreed] = useState(false)
  const { mutate, isPending } = useUnbindOwn()
  const cancel = () => {
    // What is under way cannot be taken back.
    if (isPending) return
    toast('info', translate('cancelled'))
    onClose()
  }
  const unbind = () =>
    mutate(
      { thing: device.lesiId, subUsers: isAgreed },
      {
        onSuccess: () => {
          toast('success', translate('success'))
          onUnbound()
        },
        onError: () => {
          toast('error', translate('failed'))
          void own.refetch()
        },
      },
    )
  return (
    <Modal
      open
      title={translate('title', { name: isolated(device.name) })}
      okText={translate('unbind')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true, disabled: isPending }}
      okButtonProps={{
        loading: isPending,
        disabled: own.isPending || (subUsers > 0 && !isAgreed),
      }}
      onOk={unbind}
      onCancel={cancel}
    >
      <div className="what-goes">
        <Icon name="unplugged" />
        <span>{translate.rich('goes', { b: bold })}</span>
        {subUsers > 0 && (
          <>
            <Icon name="user" />
            <span>{translate.rich('goesAlong', { count: subUsers, b: bold })}</span>
          </>
        )}
        <Icon name="lock" />
        <span>{translate.rich('stays', { b: bold })}</span>
      </div>
      {subUsers > 0 && (
        <Checkbox checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)}>
          {translate('agree', { count: subUsers })}
        </Checkbox>
      )}
    </Modal>
  )
}
