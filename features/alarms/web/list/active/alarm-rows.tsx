import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useListKeys } from '#kit/ui/list/use-list-keys.ts'
import { useVisibleRows } from '#kit/ui/list/use-visible-rows.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import type { AlarmWords } from '../../words/use-alarm-words.ts'
import { AlarmRow } from './alarm-row.tsx'
import type { ListLine } from './arrange.ts'
import { GroupRow } from './group-row.tsx'
import type { Hold } from './held.ts'
import type { RowActions } from './row-actions.ts'
import { RowHeads, type RowHeadsProps } from './row-heads.tsx'

/** Of each line, px; as the style has it. */
const lineHeight = { wide: 46, narrow: 92 } as const

interface AlarmRowsProps extends Omit<RowHeadsProps, 'mayOperate'> {
  readonly lines: readonly ListLine[]
  readonly chosen: ReadonlySet<number>
  readonly words: AlarmWords
  readonly actions: RowActions
  /** Somebody points at the list, is in it with the keyboard, or has scrolled it; or no more. */
  readonly hold: (hold: Hold, isThere: boolean) => void
}

/** The lines of the list that are in sight; arrow keys go from one to the next. */
export function AlarmRows(props: AlarmRowsProps) {
  const { lines, chosen, words, actions, hold, ...heads } = props
  const translate = useTranslations('alarms')
  const height = lineHeight[useMedia(isNarrowQuery) ? 'narrow' : 'wide']
  const { from, until, ref } = useVisibleRows(lines.length, height)
  const keys = useListKeys(lines.length, height, '.alarm-open')
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const scroller = table.current?.querySelector('.alarm-scroll')
    hold('scrolled', (scroller?.scrollTop ?? 0) > 0)
    // What goes away, or is hidden with its tab, says nothing of a pointer that leaves it.
    return () => {
      hold('touched', false)
      hold('scrolled', false)
    }
  }, [hold])
  return (
    // What moves over it or comes into it is noticed; what can be pressed is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={table}
      className="alarm-table"
      role="table"
      aria-label={translate('listTitle')}
      aria-rowcount={lines.length + 1}
      onPointerMove={() => hold('touched', true)}
      onPointerLeave={() => hold('touched', false)}
      onFocus={() => hold('touched', true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hold('touched', false)
      }}
    >
      <div
        ref={ref}
        className="alarm-scroll"
        role="presentation"
        onScroll={({ currentTarget }) => hold('scrolled', currentTarget.scrollTop > 0)}
        {...keys}
      >
        <RowHeads {...heads} mayOperate={actions.mayOperate} />
        <div className="alarm-lines" style={{ height: lines.length * height }} role="rowgroup">
          {lines.slice(from, until).map((line, index) => {
            const place = from + index
            const at = { line: place, top: place * height }
            return line.kind === 'group' ? (
              <GroupRow key={`group ${line.key}`} group={line} {...at} />
            ) : (
              <AlarmRow
                key={line.alarm.id}
                alarm={line.alarm}
                isGone={line.isGone}
                isChosen={chosen.has(line.alarm.id)}
                {...{ words, actions, ...at }}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
