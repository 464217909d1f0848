import { Modal } from 'antd'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { toast } from '#kit/web/toast.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import { useRuleChanges } from './use-rule-changes.ts'

interface RemoveDialogProps {
  readonly rule: ListedRule
  readonly onClose: () => void
}

/** Says what ends with a rule, and what stays. */
export function RemoveDialog({ rule, onClose }: RemoveDialogProps) {
  const translate = useTranslations('alarms.rules.remove')
  const { remove } = useRuleChanges()
  const name = isolated(rule.name)
  return (
    <Modal
      open
      title={translate('title', { name })}
      okText={translate('remove')}
      cancelText={translate('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      okButtonProps={{ loading: remove.isPending }}
      onOk={() =>
        remove.mutate(rule.id, {
          onSuccess: () => {
            toast('success', translate('done', { name }))
            onClose()
          },
          onError: onClose,
        })
      }
      onCancel={onClose}
    >
      <p>{translate('text')}</p>
    </Modal>
  )
}
