import type uPlot from 'uplot'
import type { TimeRange } from '../data/model.ts'

/** What the pointer does on a plot. */
export interface PointerSource {
  readonly onSelect: (span: TimeRange) => void
  readonly onBack: () => void
  readonly snap: (plot: uPlot, left: number) => number
}

/** A crosshair that snaps, a drag that selects, a double click that goes back. */
export function cursorOptions(source: PointerSource): uPlot.Cursor {
  return {
    y: false,
    points: { show: false },
    drag: { x: true, y: false, setScale: false, dist: 6 },
    move: (plot, left, top) => {
      const dragging = (plot.cursor.event?.buttons ?? 0) === 1
      return [dragging || left < 0 ? left : source.snap(plot, left), top]
    },
    bind: {
      dblclick: () => () => {
        source.onBack()
        return null
      },
    },
  }
}
