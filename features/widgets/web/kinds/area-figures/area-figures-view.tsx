import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useConnection, useHub, useLiveNode, useWatch } from '#kit/web/live/index.ts'
import type { SensorsWidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import { viewOf } from '../../frame/sensor-view.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import { useWords } from '../../values/words.ts'
import { areaSummary, figureNames, isSameSummary, type AreaSummary } from './area-summary.ts'
import { worstText } from './worst-text.ts'
import './area-figures.css'

/** How many of the sensors are live, and how many are not and why; the worst one by its name. */
export default function AreaFiguresView(props: SensorsWidgetProps<TitleOptions>) {
  const { sensors, missing, size, options } = props
  const translate = useTranslations('widgets.kinds.area-figures')
  const { format } = useWords()
  const { counts, loading, worst } = useAreaSummary(sensors)
  // What was so when the connection was lost may be so no more.
  const { isLost } = useConnection()
  const isKnown = !isLost && loading === 0
  const title = options.title || translate('title')
  const note = translate('of', { count: sensors.length, figure: format.number(sensors.length) })
  return (
    <TitledFrame {...{ kind: 'area-figures', size, title, note, missing, sensors }}>
      <dl className="area-figures-list">
        {figureNames.map((name) => (
          <div
            key={name}
            data-figure={name}
            data-none={isKnown && counts[name] === 0 ? '' : undefined}
          >
            <dt>{translate(`figures.${name}`)}</dt>
            <dd>{isKnown ? format.number(counts[name]) : noFigure}</dd>
          </div>
        ))}
      </dl>
      {!isKnown || size === 'small' ? null : worst === null ? (
        <p className="area-figures-worst">{translate('nothing')}</p>
      ) : (
        <Worst key={worst.sensor.id} sensor={worst.sensor} label={translate('worst')} />
      )}
    </TitledFrame>
  )
}

/** Looked at once a second; renders only when something in it changed. */
function useAreaSummary(sensors: readonly Sensor[]): AreaSummary {
  const hub = useHub()
  useWatch(useMemo(() => sensors.map(({ id }) => id), [sensors]))
  const [summary, setSummary] = useState(() => areaSummary(sensors, hub.store, hub.asOf()))
  useEffect(() => {
    const look = () =>
      setSummary((last) => {
        const next = areaSummary(sensors, hub.store, hub.asOf())
        return isSameSummary(last, next) ? last : next
      })
    look()
    return hub.everySecond(look)
  }, [hub, sensors])
  return summary
}

interface WorstProps {
  readonly sensor: Sensor
  readonly label: string
}

function Worst({ sensor, label }: WorstProps) {
  const hub = useHub()
  const words = useWords()
  const text = useOnce(() => new LiveElement())
  const ref = useLiveNode<HTMLParagraphElement>(
    { sensorId: sensor.id, deviceId: sensor.deviceId },
    (now) => {
      const inputs = { sensor, day: undefined, stored: undefined, dayStates: undefined }
      text.text(worstText(viewOf(hub.store, inputs, now), words))
    },
  )
  return (
    <p className="area-figures-worst" ref={ref}>
      <span>{label}</span>
      <a className="clip" href={detailHref(sensor)} title={sensor.alias}>
        {sensor.alias}
      </a>
      {text.draw('b')}
    </p>
  )
}
