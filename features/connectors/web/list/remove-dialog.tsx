import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { useConnectorChanges } from './use-connector-changes.ts'

const bold = (text: ReactNode) => <b>{text}</b>

interface RemoveDialogProps {
  readonly connector: Connector
  readonly onClose: () => void
}

/** Says what goes with a connector, and what stays of it. */
export function RemoveDialog({ connector, onClose }: RemoveDialogProps) {
  const translate = useTranslations('connectors.remove')
  const { remove } = useConnectorChanges()
  const name = isolated(connector.name)
  return (
    <Modal
      open
      title={translate('title', { name })}
      okText={translate('remove')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: remove.isPending }}
      onOk={() =>
        remove.mutate(connector.id, {
          onSuccess: () => {
            toast('success', translate('done', { name }))
            onClose()
          },
          onError: onClose,
        })
      }
      onCancel={onClose}
    >
      <div className="connector-goes">
        <Icon name="trash" />
        <span>{translate.rich('goes', { b: bold })}</span>
        <Icon name="lock" />
        <span>{translate.rich('stays', { b: bold })}</span>
      </div>
    </Modal>
  )
}
