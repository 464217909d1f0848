import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import type { ListLine } from './arrange.ts'

interface GroupRowProps {
  readonly group: Extract<ListLine, { readonly kind: 'group' }>
  readonly line: number
  readonly top: number
}

/** The head of a group, and how many alarms are below it. */
export function GroupRow({ group, line, top }: GroupRowProps) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const { first, count, open } = group
  const name = useGroupName(group)
  return (
    <div
      role="row"
      className="alarm-row alarm-group"
      aria-rowindex={line + 2}
      data-line={line}
      style={{ top }}
    >
      <span role="cell">
        <b className="clip">{name}</b>
        <span className="number">
          {group.by === 'sensor' && `${first.device.name} · `}
          {translate('groupCount', { count, figure: number(count), open: number(open) })}
        </span>
      </span>
    </div>
  )
}

function useGroupName({ by, first }: GroupRowProps['group']): string {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  if (by === 'device') return first.device.name
  if (by === 'sensor') return words.subject(first)
  if (by === 'rule') return words.ruleName(first)
  return first.priority === 'journal'
    ? translate('journal')
    : translate('priorityOf', { priority: first.priority })
}
