import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import { useConnectorChanges } from './use-connector-changes.ts'

type Action = 'edit' | 'pause' | 'resume' | 'up' | 'down' | 'remove'

interface ConnectorMenuProps {
  readonly connector: Connector
  readonly connectors: readonly Connector[]
  readonly onEdit: (connector: Connector) => void
  readonly onRemove: (connector: Connector) => void
}

/** What can be done with a connector of the list. */
export function ConnectorMenu({ connector, connectors, onEdit, onRemove }: ConnectorMenuProps) {
  const translate = useTranslations('connectors.menu')
  const { pause, resume, move } = useConnectorChanges()
  const { id, isPaused } = connector
  const name = isolated(connector.name)
  const place = connectors.findIndex((each) => each.id === id)
  const actions: Readonly<Record<Action, () => void>> = {
    edit: () => onEdit(connector),
    pause: () =>
      pause.mutate(id, { onSuccess: () => toast('success', translate('paused', { name })) }),
    resume: () =>
      resume.mutate(id, { onSuccess: () => toast('success', translate('resumed', { name })) }),
    up: () => move({ id, by: -1 }),
    down: () => move({ id, by: 1 }),
    remove: () => onRemove(connector),
  }
  const offered: readonly Action[] = [
    'edit',
    isPaused ? 'resume' : 'pause',
    ...(place > 0 ? (['up'] as const) : []),
    ...(place < connectors.length - 1 ? (['down'] as const) : []),
    'remove',
  ]
  return (
    <MenuButton<Action>
      className="icon-button small"
      label={translate('label', { name })}
      choices={offered.map((value) => ({ value, label: translate(value), kind: 'action' }))}
      onChoose={(act) => actions[act]()}
    >
      <Icon name="more" />
    </MenuButton>
  )
}
