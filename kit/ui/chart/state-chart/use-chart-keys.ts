import { useState, type KeyboardEvent } from 'react'
import type { TimeRange } from '../data/model.ts'
import type { Segment } from '../data/segments.ts'
import { chartKey, zoomed } from '../plot/keyboard.ts'

interface KeyboardChart {
  readonly segments: readonly Segment[]
  readonly range: TimeRange
  readonly pointer: number | null
  readonly setPointer: (time: number) => void
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  readonly onPick?: ((time: number) => void) | undefined
}

/**
 * The keys of a chart on a state timeline: arrows go from state to state, plus and minus zoom
 * around the one that is pointed at, Enter picks its time, Escape goes back. `spoken`: the state
 * that keys went to.
 */
export function useChartKeys(timeline: KeyboardChart) {
  const { segments, range, pointer, setPointer, onZoom, onBack, onPick } = timeline
  const [spoken, setSpoken] = useState<Segment | null>(null)
  const goTo = (index: number) => {
    const segment = segments.at(Math.min(segments.length - 1, Math.max(0, index)))
    if (!segment) return
    setPointer(middleOf(segment, range))
    setSpoken(segment)
  }
  const at = pointer === null ? -1 : segments.findIndex(({ to }) => pointer < to)
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.altKey || event.ctrlKey || event.metaKey ? null : chartKey(event)
    if (!action) return
    event.preventDefault()
    const centre = pointer ?? (range.from + range.to) / 2
    if ('back' in action) onBack()
    else if ('pick' in action) onPick?.(centre)
    else if ('zoom' in action) onZoom(zoomed(range, centre, action.zoom))
    else if ('edge' in action) goTo(action.edge === 'first' ? 0 : segments.length - 1)
    else if (pointer === null) goTo(action.move > 0 ? 0 : segments.length - 1)
    else goTo((at < 0 ? segments.length : at) + action.move)
  }
  return { onKeyDown, spoken }
}

/** The middle of what is in view of a state. */
function middleOf({ from, to }: Segment, range: TimeRange): number {
  return Math.round((Math.max(from, range.from) + Math.min(to, range.to)) / 2)
}
