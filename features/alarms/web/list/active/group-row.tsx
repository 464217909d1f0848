import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ListLine } from './arrange.ts'

interface GroupRowProps {
  readonly group: Extract<ListLine, { readonly kind: 'group' }>
  readonly line: number
  readonly top: number
}

/** The head of a group: a device or a priority, and how many alarms stand below it. */
export function GroupRow({ group, line, top }: GroupRowProps) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const { key, first, count, open } = group
  const isDevice = key === first.device.lesiId
  const name = isDevice
    ? first.device.name
    : first.priority === 'journal'
      ? translate('journal')
      : translate('priorityOf', { priority: first.priority })
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
          {translate('groupCount', { count, figure: number(count), open: number(open) })}
        </span>
      </span>
    </div>
  )
}
