import './trend-view.css'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorsWidgetProps } from '#kit/web/widget-registry.ts'
import { SensorsFrame } from '../../frame/sensors-frame.tsx'
import { useLiveViews } from '../../frame/use-live-view.ts'
import type { PlotOptions } from '../../plot/plot-options.ts'
import { usePlotOverlay } from '../../plot/overlay/use-plot-overlay.tsx'
import { createLivePlot } from '../../plot/live-plot.tsx'
import { createTimeLabels } from '../../plot/time-labels.ts'
import { areOfSeveralDevices } from '#kit/web/widgets/named-devices.tsx'
import { useDeviceNames } from '../../several/use-device-names.ts'
import { createThrottle } from '../../values/throttle.ts'
import { createLegendRow } from './legend-row.tsx'
import { useWords } from '../../values/words.ts'
import { sidesOf, unitsOf } from './sides.ts'
import { drawnKey, pastOf, plotOf } from './trend-drawing.ts'

/** A curve moves by less than two pixels in this time. */
const redrawSeconds = 2

/** Several sensors on one axis of time, each unit on an axis of its own; two units at most. */
export default function TrendView(props: SensorsWidgetProps<PlotOptions>) {
  const { sensors, missing, size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.trend')
  const elements = useMemo(() => createElements(sensors.length), [sensors.length])
  const sides = useMemo(() => sidesOf(sensors), [sensors])
  const [left, right] = unitsOf(sensors)
  const ofSeveral = areOfSeveralDevices(sensors)
  const deviceNameOf = useDeviceNames(sensors)
  const { overlay, source } = usePlotOverlay(sensors, words.format.zone)

  const ref = useLiveViews<HTMLElement>(sensors, (views) => {
    for (const [index, view] of views.entries()) elements.rows[index]?.write(view, words)
    const [first] = views
    const key = `${drawnKey(views, options, words)} ${overlay.key}`
    if (first && elements.isDue(pastOf(views), key))
      elements.plot.write(
        plotOf(views, sides, { words, options, overlay, timeLabels: elements.timeLabels }),
      )
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
              device: ofSeveral ? deviceNameOf(sensor.lesiId) : '',
              remark: sides[index] === null ? translate('noAxis') : '',
            }),
          )}
        </ul>
        <ul className="visually-hidden">
          {overlay.spans.map(({ key, label }) => (
            <li key={key}>{label}</li>
          ))}
        </ul>
        {source}
      </div>
    </SensorsFrame>
  )
}

function createElements(count: number) {
  return {
    plot: createLivePlot(count, { areMarksNamed: true }),
    rows: Array.from({ length: count }, createLegendRow),
    timeLabels: createTimeLabels(),
    isDue: createThrottle(redrawSeconds),
  }
}
