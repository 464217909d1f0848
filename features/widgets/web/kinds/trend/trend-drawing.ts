import type { SensorView } from '../../frame/sensor-view.ts'
import { axisOf, noLimits } from '../../plot/axis.ts'
import type { Plot } from '../../plot/live-plot.tsx'
import type { PlotOptions } from '../../plot/plot-options.ts'
import type { PlotMarks } from '../../plot/overlay/use-plot-overlay.tsx'
import { curveOf } from '../../plot/view-curve.ts'
import type { Words } from '../../values/words.ts'
import type { Side } from './sides.ts'
import type { createTimeLabels } from '../../plot/time-labels.ts'

const minuteMs = 60_000

/** The past that reaches back furthest: when an older one comes the plot is drawn at once. */
export function pastOf(views: readonly SensorView[]) {
  const beginning = ({ trend }: SensorView) => trend?.times()[0] ?? Infinity
  const oldest = views.reduce((one, other) => (beginning(other) < beginning(one) ? other : one))
  return { sensor: oldest.sensor, trend: oldest.trend, now: oldest.now }
}

/** What makes the plot new at once, whenever it was drawn. */
export function drawnKey(
  views: readonly SensorView[],
  { minutes }: PlotOptions,
  { format }: Words,
) {
  const sensors = views.map(({ sensor, condition }) => `${sensor.id} ${condition}`)
  const pasts = views.filter(({ trend }) => (trend?.times().length ?? 0) > 0).length
  return [...sensors, pasts, minutes, format.zone, format.marks.decimal].join()
}

interface Drawing {
  readonly words: Words
  readonly options: PlotOptions
  readonly overlay: PlotMarks
  readonly timeLabels: ReturnType<typeof createTimeLabels>
}

export function plotOf(
  views: readonly SensorView[],
  sides: readonly Side[],
  { words, options, overlay, timeLabels }: Drawing,
): Plot {
  const now = views[0]?.now ?? 0
  const from = now - options.minutes * minuteMs
  const curves = views.map((view, index) => {
    const side = sides[index] ?? null
    return side === null ? null : curveOf(view, side)
  })
  const axis = (of: Side) =>
    axisOf(
      curves.filter((curve) => curve?.side === of).filter((curve) => curve !== null),
      from,
      noLimits,
      4,
    )
  return {
    ...{ from, to: now, curves, limits: [] },
    // Of several curves nobody could say whose line it is.
    overlay: { ...overlay, levels: [] },
    axes: [axis(0), axis(1)],
    times: timeLabels(from, now, words.format.zone),
    axisText: words.format.number,
  }
}
