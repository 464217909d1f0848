import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { RemoveDialog } from '#kit/web/antd/forms/antd-remove-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useConnectorChanges } from './use-connector-changes.ts'

const bold = (text: ReactNode) => <b>{text}</b>

interface RemoveConnectorDialogProps {
  readonly connector: Connector
  readonly onClose: () => void
}

/** Says what goes with a connector, and what stays of it. */
export function RemoveConnectorDialog({ connector, onClose }: RemoveConnectorDialogProps) {
  const translate = useTranslations('connectors.remove')
  const { remove } = useConnectorChanges()
  const name = isolated(connector.name)
  return (
    <RemoveDialog
      texts={{
        ...{ title: translate('title', { name }), remove: translate('remove') },
        ...{ cancel: translate('cancel'), done: translate('done', { name }) },
      }}
      isPending={remove.isPending}
      onRemove={(callbacks) => remove.mutate(connector.id, callbacks)}
      onClose={onClose}
    >
      <div className="connector-goes">
        <Icon name="trash" />
        <span>{translate.rich('goes', { b: bold })}</span>
        <Icon name="lock" />
        <span>{translate.rich('stays', { b: bold })}</span>
      </div>
    </RemoveDialog>
  )
}
