import { useState, type PointerEvent } from 'react'
import type { TimeRange } from '../data/model.ts'

interface PlotArea {
  readonly range: TimeRange
  /** Of the timeline, in pixels, and where it begins in the element that has the handlers. */
  readonly width: number
  readonly left: number
}

/** A drag shorter than this zooms nothing, in pixels. */
const minimumDrag = 6

/**
 * What a pointer that is no finger is on and picks, and the range that it drags, both ms UTC and
 * inside that of the timeline; null while there is none.
 */
export function useChartPointer(
  { range, width, left }: PlotArea,
  onZoom: (span: TimeRange) => void,
  onPick?: (time: number) => void,
) {
  const [drag, setDrag] = useState<TimeRange | null>(null)
  const [pointer, setPointer] = useState<number | null>(null)
  const msPerPixel = Math.max(1, range.to - range.from) / Math.max(1, width)
  const timeOf = (event: PointerEvent<Element>) => {
    const pixels = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    return Math.round(clamped(range.from + pixels * msPerPixel, range))
  }
  const handlers = {
    onPointerDown(event: PointerEvent<Element>) {
      if (isFinger(event)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: timeOf(event), to: timeOf(event) })
    },
    onPointerMove(event: PointerEvent<Element>) {
      if (isFinger(event)) return
      setPointer(timeOf(event))
      if (drag) setDrag({ from: drag.from, to: timeOf(event) })
    },
    onPointerLeave: (event: PointerEvent<Element>) => isFinger(event) || setPointer(null),
    onPointerCancel: () => setDrag(null),
    onPointerUp() {
      setDrag(null)
      if (!drag) return
      const { from, to } = ordered(drag)
      if (to - from >= minimumDrag * msPerPixel) onZoom({ from, to })
      else onPick?.(from)
    },
  }
  return { pointer, setPointer, drag: drag && ordered(drag), handlers }
}

/** Fingers have gestures of their own. */
const isFinger = ({ pointerType }: PointerEvent<Element>) => pointerType === 'touch'

const clamped = (time: number, { from, to }: TimeRange) => Math.min(to, Math.max(from, time))

const ordered = ({ from, to }: TimeRange): TimeRange => ({
  from: Math.min(from, to),
  to: Math.max(from, to),
})
