import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import type { ValueAxis } from '../axis.ts'
import { createPool, percent } from '../element-pool.tsx'
import { overlayLevels, overlayMarks, overlaySpans } from './overlay-items.ts'
import type { PlotMarks } from './use-plot-overlay.tsx'
import './plot-overlay.css'

const [maximumSpans, maximumMarks, maximumLevels] = [12, 8, 6]

/** What features mark in a plot: spans of time with their signs, and lines across, with names. */
export function createPlotOverlay(areMarksNamed: boolean) {
  const spans = createPool(maximumSpans)
  const marks = createPool(maximumMarks)
  const levels = createPool(maximumLevels)
  return {
    /** Under the curves. */
    drawUnder: () => spans.draw('live-plot-span'),
    drawOver: () => (
      <>
        {levels.draw('live-plot-level')}
        {marks.draw('live-plot-mark')}
      </>
    ),
    write(overlay: PlotMarks, range: TimeRange, axis: ValueAxis | null): void {
      writeSpans(spans, overlaySpans(overlay.spans, range, maximumSpans))
      const items = overlayMarks(overlay.spans, range, maximumMarks)
      writeMarks(marks, items)
      if (areMarksNamed)
        for (const [index, element] of marks.elements.entries())
          element.attribute('title', items[index]?.label ?? null)
      writeLevels(levels, axis ? overlayLevels(overlay.levels, axis, maximumLevels) : [])
    },
  }
}

type Pool = ReturnType<typeof createPool>
const tone = (colour: string | undefined) => (colour === undefined ? '' : `var(${colour})`)

function writeSpans({ elements }: Pool, items: ReturnType<typeof overlaySpans>): void {
  for (const [index, element] of elements.entries()) {
    const span = items[index]
    element.attribute('data-shown', span ? '' : null)
    element.attribute('data-hollow', span?.isHollow ? '' : null)
    element.style('left', percent(span?.left ?? 0))
    element.style('width', percent(span?.width ?? 0))
    element.style('--tone', tone(span?.colour))
  }
}

function writeMarks({ elements }: Pool, items: ReturnType<typeof overlayMarks>): void {
  for (const [index, element] of elements.entries()) {
    const mark = items[index]
    element.text(mark?.sign ?? '')
    element.style('left', percent(mark?.left ?? 0))
    element.style('--tone', tone(mark?.colour))
  }
}

function writeLevels({ elements }: Pool, items: ReturnType<typeof overlayLevels>): void {
  for (const [index, element] of elements.entries()) {
    const level = items[index]
    element.attribute('data-shown', level ? '' : null)
    element.attribute('data-low', level && level.top < 0.2 ? '' : null)
    element.text(level?.name ?? '')
    element.style('top', percent(level?.top ?? 0))
    element.style('--tone', tone(level?.colour))
  }
}
