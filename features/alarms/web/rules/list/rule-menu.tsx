import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import { useRuleChanges } from './use-rule-changes.ts'

type Act = 'edit' | 'copy' | 'enable' | 'disable' | 'remove'

export interface RuleActs {
  readonly onEdit: (rule: ListedRule) => void
  readonly onCopy: (rule: ListedRule) => void
  readonly onRemove: (rule: ListedRule) => void
}

/** What can be done with a rule of the list. */
export function RuleMenu({ rule, acts }: { readonly rule: ListedRule; readonly acts: RuleActs }) {
  const translate = useTranslations('alarms.rules.menu')
  const { enable } = useRuleChanges()
  const name = isolated(rule.name)
  const change = () =>
    enable.mutate(rule, {
      onSuccess: () => toast('success', translate(rule.isEnabled ? 'off' : 'on', { name })),
    })
  const act: Readonly<Record<Act, () => void>> = {
    edit: () => acts.onEdit(rule),
    copy: () => acts.onCopy(rule),
    enable: change,
    disable: change,
    remove: () => acts.onRemove(rule),
  }
  const offered: readonly Act[] = ['edit', 'copy', rule.isEnabled ? 'disable' : 'enable', 'remove']
  return (
    <MenuButton<Act>
      className="icon-button small"
      label={translate('label', { name })}
      choices={offered.map((value) => ({ value, label: translate(value), kind: 'action' }))}
      onChoose={(chosen) => act[chosen]()}
    >
      <Icon name="more" />
    </MenuButton>
  )
}
