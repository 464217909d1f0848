import { useTranslations } from 'use-intl'
import { RemoveDialog } from '#kit/web/antd/forms/antd-remove-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import { useRuleChanges } from './use-rule-changes.ts'

interface RemoveRuleDialogProps {
  readonly rule: ListedRule
  readonly onClose: () => void
}

/** Says what ends with a rule, and what stays. */
export function RemoveRuleDialog({ rule, onClose }: RemoveRuleDialogProps) {
  const translate = useTranslations('alarms.rules.remove')
  const { remove } = useRuleChanges()
  const name = isolated(rule.name)
  return (
    <RemoveDialog
      texts={{
        ...{ title: translate('title', { name }), remove: translate('remove') },
        ...{ cancel: translate('cancel'), done: translate('done', { name }) },
      }}
      isPending={remove.isPending}
      onRemove={(callbacks) => remove.mutate(rule.id, callbacks)}
      onClose={onClose}
    >
      <p>{translate('text')}</p>
    </RemoveDialog>
  )
}
