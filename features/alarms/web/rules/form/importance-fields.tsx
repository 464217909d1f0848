import { Checkbox, Radio } from 'antd'
import { useTranslations } from 'use-intl'
import type { RulePriority } from '../../../contract/rule.ts'
import { RulePriorityMark } from '../words/rule-priority.tsx'
import { FieldFrame } from './field-frame.tsx'
import { errorAt, useRuleEntries } from './rule-entries.tsx'

const priorities: readonly RulePriority[] = [1, 2, 3, 'journal']

/** How urgent the alarm is, and whether it waits for a reset. */
export function ImportanceFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, errors, change } = useRuleEntries()
  return (
    <>
      <FieldFrame
        label={translate('priority')}
        extra={translate(`priorityNote.${draft.priority}`)}
        error={errorAt(errors, 'priority')}
      >
        {(id) => (
          <Radio.Group
            id={id}
            value={draft.priority}
            onChange={({ target }) =>
              change({ priority: priorities.find((each) => each === target.value) ?? 2 }, [
                'priority',
              ])
            }
          >
            {priorities.map((priority) => (
              <Radio.Button key={priority} value={priority}>
                <RulePriorityMark priority={priority} isNamed />
              </Radio.Button>
            ))}
          </Radio.Group>
        )}
      </FieldFrame>
      {draft.priority !== 'journal' && (
        <Checkbox
          className="alarm-rules-check"
          checked={draft.isLatching}
          onChange={({ target }) => change({ isLatching: target.checked }, ['isLatching'])}
        >
          {translate('latching')}
        </Checkbox>
      )}
    </>
  )
}
