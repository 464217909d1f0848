import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import { useRuleChanges } from './use-rule-changes.ts'

type Action = 'edit' | 'copy' | 'enable' | 'disable' | 'remove'

export interface RuleActions {
  readonly onEdit: (rule: ListedRule) => void
  readonly onCopy: (rule: ListedRule) => void
  readonly onRemove: (rule: ListedRule) => void
}

/** What can be done with a rule of the list. */
export function RuleMenu({
  rule,
  actions,
}: {
  readonly rule: ListedRule
  readonly actions: RuleActions
}) {
  const translate = useTranslations('alarms.rules.menu')
  const { enable } = useRuleChanges()
  const name = isolated(rule.name)
  const change = () =>
    enable.mutate(rule, {
      onSuccess: () => toast('success', translate(rule.isEnabled ? 'off' : 'on', { name })),
    })
  const handlers: Readonly<Record<Action, () => void>> = {
    edit: () => actions.onEdit(rule),
    copy: () => actions.onCopy(rule),
    enable: change,
    disable: change,
    remove: () => actions.onRemove(rule),
  }
  const offered: readonly Action[] = [
    'edit',
    'copy',
    rule.isEnabled ? 'disable' : 'enable',
    'remove',
  ]
  return (
    <MenuButton<Action>
      className="icon-button small"
      label={translate('label', { name })}
      choices={offered.map((value) => ({ value, label: translate(value), kind: 'action' }))}
      onChoose={(chosen) => handlers[chosen]()}
    >
      <Icon name="more" />
    </MenuButton>
  )
}
