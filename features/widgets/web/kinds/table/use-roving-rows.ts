import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { placeAfter, type Line, type LinePlace } from './lines.ts'

/**
 * One stop of the tab key among all sensors of the columns: the one that had the focus last, else
 * the first. Keys move it (`placeAfter`), also to lines that are not drawn yet.
 */
export function useRovingRows(columns: readonly (readonly Line[])[]) {
  const [chosen, setChosen] = useState<number | null>(null)
  const sensors = columns.flat().flatMap((line) => (line.kind === 'sensor' ? [line.sensor] : []))
  const stop = sensors.find(({ id }) => id === chosen) ?? sensors[0]
  const choose = ({ column, line }: LinePlace) => {
    const at = columns[column]?.[line]
    if (at?.kind === 'sensor') setChosen(at.sensor.id)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = placeOf(event.target)
    const to = from && placeAfter(columns, from, event.key)
    if (!to) return
    event.preventDefault()
    const grid = event.currentTarget
    flushSync(() => choose(to))
    const link = grid.querySelector<HTMLElement>(
      `[data-column="${to.column}"][data-line="${to.line}"] a`,
    )
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const at = placeOf(target)
    if (at) choose(at)
  }
  return { stopId: stop?.id, onKeyDown, onFocus }
}

function placeOf(target: EventTarget): LinePlace | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  if (!row) return undefined
  return { column: Number(row.dataset['column']), line: Number(row.dataset['line']) }
}
