import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorsWidgetProps } from '#kit/web/widget-registry.ts'
import { areOfSeveralDevices, SensorsFrame } from '../../frame/sensors-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { useLiveViews } from '../../frame/use-live-view.ts'
import { axisOf, noLimits } from '../../plot/axis.ts'
import { createLivePlot, type Plot } from '../../plot/live-plot.tsx'
import type { PlotOptions } from '../../plot/plot-options.ts'
import { usePlotNotes, type NotesOfPlot } from '../../plot/notes/use-plot-notes.tsx'
import { createTimeLabels } from '../../plot/time-labels.ts'
import { curveOf } from '../../plot/view-curve.ts'
import { createThrottle } from '../../values/throttle.ts'
import { useWords, type Words } from '../../values/words.ts'
import { createLegendRow } from './legend-row.tsx'
import { sidesOf, unitsOf, type Side } from './sides.ts'
import './trend-view.css'

/** A curve moves by less than two pixels in this time. */
const redrawSeconds = 2
const minuteMs = 60_000

/** Several sensors on one axis of time, each unit on an axis of its own; two units at most. */
export default function TrendView(props: SensorsWidgetProps<PlotOptions>) {
  const { sensors, missing, size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.trend')
  const elements = useMemo(() => createElements(sensors.length), [sensors.length])
  const sides = useMemo(() => sidesOf(sensors), [sensors])
  const [left, right] = unitsOf(sensors)
  const ofSeveral = areOfSeveralDevices(sensors)
  const { notes, source } = usePlotNotes(sensors, words.format.zone)

  const ref = useLiveViews<HTMLElement>(sensors, (views) => {
    for (const [index, view] of views.entries()) elements.rows[index]?.write(view, words)
    const [first] = views
    const key = `${drawnKey(views, options, words)} ${notes.key}`
    if (first && elements.isDue(pastOf(views), key))
      elements.plot.write(plotOf(views, sides, { words, options, notes, elements }))
  })

  return (
    <SensorsFrame {...{ sensors, missing, size, ref }} title={options.title}>
      {/* Another number of curves is another drawing. */}
      <div className="trend" key={sensors.length}>
        <div className="trend-units" aria-hidden="true">
          <span>{left}</span>
          <span>{right}</span>
        </div>
        {elements.plot.draw()}
        <ul className="trend-legend">
          {sensors.map((sensor, index) =>
            elements.rows[index]?.draw(sensor, {
              pen: index + 1,
              device: ofSeveral ? sensor.lesiId : '',
              remark: sides[index] === null ? translate('noAxis') : '',
            }),
          )}
        </ul>
        <ul className="visually-hidden">
          {notes.spans.map(({ key, label }) => (
            <li key={key}>{label}</li>
          ))}
        </ul>
        {source}
      </div>
    </SensorsFrame>
  )
}

type Elements = ReturnType<typeof createElements>

function createElements(count: number) {
  return {
    plot: createLivePlot(count, { areMarksNamed: true }),
    rows: Array.from({ length: count }, createLegendRow),
    timeLabels: createTimeLabels(),
    isDue: createThrottle(redrawSeconds),
  }
}

/** The past that reaches back furthest: when an older one comes the plot is drawn at once. */
function pastOf(views: readonly SensorView[]) {
  const beginning = ({ trend }: SensorView) => trend?.times()[0] ?? Infinity
  const oldest = views.reduce((one, other) => (beginning(other) < beginning(one) ? other : one))
  return { sensor: oldest.sensor, trend: oldest.trend, now: oldest.now }
}

/** What makes the plot new at once, whenever it was drawn. */
function drawnKey(views: readonly SensorView[], { minutes }: PlotOptions, { format }: Words) {
  const sensors = views.map(({ sensor, condition }) => `${sensor.id} ${condition}`)
  const pasts = views.filter(({ trend }) => (trend?.times().length ?? 0) > 0).length
  return [...sensors, pasts, minutes, format.zone, format.marks.decimal].join()
}

interface Drawing {
  readonly words: Words
  readonly options: PlotOptions
  readonly notes: NotesOfPlot
  readonly elements: Elements
}

function plotOf(
  views: readonly SensorView[],
  sides: readonly Side[],
  { words, options, notes, elements }: Drawing,
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
    notes: { ...notes, levels: [] },
    axes: [axis(0), axis(1)],
    times: elements.timeLabels(from, now, words.format.zone),
    axisText: words.format.number,
  }
}
