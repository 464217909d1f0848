import type { TimeRange } from '../data/model.ts'

/**
 * What a drag on the overview does: moves an edge of the window, moves the window, or draws a new
 * one.
 */
export type WindowHandle = 'from' | 'to' | 'window' | 'new'

/**
 * Which of them a press at `time` begins; `reach` is how near to an edge counts as on it, in ms.
 */
export function handleAt(
  time: number,
  window: TimeRange,
  whole: TimeRange,
  reach: number,
): WindowHandle {
  if (Math.abs(time - window.from) <= reach) return 'from'
  if (Math.abs(time - window.to) <= reach) return 'to'
  const isPart = window.from > whole.from || window.to < whole.to
  return isPart && time > window.from && time < window.to ? 'window' : 'new'
}

/**
 * The window after a drag from `start` to `time`; it stays inside `whole` and never turns inside
 * out.
 */
export function draggedWindow(
  handle: WindowHandle,
  window: TimeRange,
  whole: TimeRange,
  start: number,
  time: number,
): TimeRange {
  const inside = (at: number) => Math.round(Math.min(whole.to, Math.max(whole.from, at)))
  switch (handle) {
    case 'from':
      return ordered(inside(time), window.to)
    case 'to':
      return ordered(window.from, inside(time))
    case 'new':
      return ordered(inside(start), inside(time))
    case 'window': {
      const shift = Math.min(whole.to - window.to, Math.max(whole.from - window.from, time - start))
      return { from: Math.round(window.from + shift), to: Math.round(window.to + shift) }
    }
  }
}

const ordered = (one: number, other: number): TimeRange => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
})
