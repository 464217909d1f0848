import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartFormat, CursorReading } from '#kit/ui/chart/data/model.ts'
import { noFigure, withoutNoise } from '#kit/web/formats/number.ts'
import type { Statistics } from '../../../contract/statistics.ts'
import type { Pen } from '../../group/curves.ts'

interface StatisticsProps {
  readonly sensor: Sensor
  readonly statistics: Statistics
  readonly format: ChartFormat
  /** What the crosshair is on, else the last reading shown. */
  readonly reading: CursorReading | null
  readonly title: string
  /** How the curve is drawn; the first colour without it. */
  readonly pen?: Pen
}

const firstPen: Pen = { pen: '--pen-1', dash: [] }

/**
 * The figure at the crosshair, the range bar, and least, median, average and greatest value; of a
 * running total the total and what it gained in the period.
 */
export function NumberStatistics(props: StatisticsProps) {
  const { sensor, statistics, format, reading, title, pen = firstPen } = props
  const translate = useTranslations('history.statistics')
  const isTotal = sensor.type === 'counter' || sensor.type === 'timer'
  const { unit } = sensor
  const write = (value: number | null) => (value === null ? noFigure : format.value(value))
  const figures = isTotal
    ? ([
        ['total', statistics.last],
        ['accumulated', statistics.accumulated],
      ] as const)
    : ([
        ['minimum', statistics.minimum],
        ['median', statistics.median],
        ['average', averageOf(statistics)],
        ['maximum', statistics.maximum],
      ] as const)
  return (
    <section className="history-statistics">
      <h3>
        <svg viewBox="0 0 20 8" aria-hidden="true">
          <path
            d="M0 4H20"
            stroke={`var(${pen.pen})`}
            strokeWidth="2.5"
            strokeDasharray={pen.dash.join(' ')}
          />
        </svg>
        <span className="clip" title={title}>
          {title}
        </span>
      </h3>
      <ReadingFigure {...{ sensor, format, reading }} />
      {!isTotal && <RangeBar statistics={statistics} />}
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{translate(name)}</dt>
            <dd className="number">
              {isTotal && unit !== '' ? `${write(value)} ${unit}` : write(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function averageOf({ average, minimum, maximum }: Statistics): number | null {
  if (average === null || minimum === null || maximum === null) return average
  return withoutNoise(average, Math.max(Math.abs(minimum), Math.abs(maximum)))
}

function ReadingFigure({
  sensor,
  format,
  reading,
}: Pick<StatisticsProps, 'sensor' | 'format' | 'reading'>) {
  const translate = useTranslations('history.statistics')
  const quality = useTranslations('history.live')
  if (!reading) {
    return (
      <p className="history-figure">
        <b>{noFigure}</b>
        <small>{sensor.unit}</small>
      </p>
    )
  }
  const low = format.value(reading.minimum)
  const high = format.value(reading.maximum)
  const time = format.moment((reading.from + reading.to) / 2)
  return (
    <p className="history-figure" data-uncertain={reading.uncertain || undefined}>
      <b className="number">
        {reading.count === 0 ? noFigure : low === high ? low : `${low} … ${high}`}
      </b>
      <small>{translate('atTime', { unit: sensor.unit, time })}</small>
      {reading.uncertain && <small className="tag">{quality('uncertain')}</small>}
      {reading.badCount > 0 && <small className="tag">{quality('bad')}</small>}
    </p>
  )
}

/** From least to greatest: the box is the middle half, the bar the median, the ring the average. */
function RangeBar({ statistics }: { readonly statistics: Statistics }) {
  const translate = useTranslations('history.statistics')
  const { minimum, maximum, lowerQuartile, upperQuartile, median, average } = statistics
  if (minimum === null || maximum === null) return null
  const share = (value: number | null) =>
    `${(maximum > minimum ? ((value ?? minimum) - minimum) / (maximum - minimum) : 0.5) * 100}%`
  return (
    <div className="history-range" title={translate('bar')} aria-hidden="true">
      <i className="line" />
      {lowerQuartile !== null && upperQuartile !== null && (
        <i
          className="box"
          style={{ left: share(lowerQuartile), right: `calc(100% - ${share(upperQuartile)})` }}
        />
      )}
      {average !== null && <i className="average" style={{ left: share(average) }} />}
      {median !== null && <i className="median" style={{ left: share(median) }} />}
    </div>
  )
}
