import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { TimeRange } from '../data/model.ts'
import { isSameRange } from '../data/zoom.ts'
import { watchTouches } from '../plot/touch/watch-touches.ts'

interface TouchTimeline {
  readonly range: TimeRange
  readonly whole: TimeRange
  /** Of the timeline, CSS pixels, and where it begins in the element. */
  readonly width: number
  readonly left: number
  readonly onCrosshair: (time: number | null) => void
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  readonly onPick?: ((time: number) => void) | undefined
}

/**
 * Fingers on `element` move and zoom a timeline. Returns the range to draw: what they make of
 * `range` until there is another one.
 */
export function useChartTouch(
  element: RefObject<HTMLElement | null>,
  timeline: TouchTimeline,
): TimeRange {
  const { range } = timeline
  const [preview, setPreview] = useState<{ of: TimeRange; shown: TimeRange } | null>(null)
  const shown = preview && isSameRange(preview.of, range) ? preview.shown : range
  const latest = useRef({ ...timeline, shown })
  useLayoutEffect(() => {
    latest.current = { ...timeline, shown }
  })
  useEffect(() => {
    if (!element.current) return
    const host = element.current
    return watchTouches(host, {
      range: () => latest.current.shown,
      whole: () => latest.current.whole,
      area() {
        const { left } = host.getBoundingClientRect()
        return { left: left + latest.current.left, width: latest.current.width }
      },
      onPreview(next) {
        latest.current = { ...latest.current, shown: next ?? latest.current.range }
        setPreview(next && { of: latest.current.range, shown: next })
      },
      onZoom: (span) => latest.current.onZoom(span),
      onCrosshair: (time) => latest.current.onCrosshair(time),
      onTap(time) {
        latest.current.onCrosshair(time)
        latest.current.onPick?.(time)
      },
      // As with a double click the second press takes back what the first one picked.
      onDoubleTap(time) {
        latest.current.onPick?.(time)
        latest.current.onBack()
      },
    })
  }, [element])
  return shown
}
