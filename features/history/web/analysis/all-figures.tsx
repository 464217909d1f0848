import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { noFigure, withoutNoise } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Figures } from '../../contract/analysis.ts'
import { ReportFailure } from '../report/report-states.tsx'
import { useFigures } from './query-analysis.ts'

interface AllFiguresProps {
  readonly sensor: Sensor
  readonly range: Range
}

/** Every figure of a range, each by its whole name, and what they were computed from. */
export function AllFigures({ sensor, range }: AllFiguresProps) {
  const { data, error, refetch } = useFigures(sensor, range)
  if (error)
    return (
      <ReportFailure
        {...{ error, thing: sensor.lesiId, sensor: sensor.key }}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton width="100%" height="180px" />
  return <FigureList {...{ sensor }} figures={data} />
}

const valueNames = [
  ...['average', 'timeWeighted', 'median', 'minimum', 'maximum', 'standardDeviation'],
  ...['percentile5', 'lowerQuartile', 'upperQuartile', 'percentile95', 'percentile99'],
] as const
type ValueName =
  | Exclude<
      keyof Figures['statistics'],
      'count' | 'badCount' | 'source' | 'rolled' | 'last' | 'accumulated'
    >
  | 'timeWeighted'

function FigureList({ sensor, figures }: { readonly sensor: Sensor; readonly figures: Figures }) {
  const translate = useTranslations('history.analysis')
  const { number, duration } = useFormat()
  const { statistics, timeWeighted, outside, textsBeside } = figures
  const write = useWrite(sensor, figures)
  const time = (ms: number | undefined) => (ms === undefined ? noFigure : duration(ms))
  const share = timeWeighted?.availability
  const rows: readonly (readonly [name: string, text: string])[] = [
    ...(valueNames as readonly ValueName[]).map(
      (name) => [translate(`figures.${name}`), write(name)] as const,
    ),
    [translate('figures.count'), number(statistics.count)],
    [translate('figures.badCount'), number(statistics.badCount)],
    ...(textsBeside ? [[translate('figures.textsBeside'), number(textsBeside)] as const] : []),
    [
      translate('figures.availability'),
      share === null || share === undefined ? noFigure : `${number(share * 100, 1)} %`,
    ],
    ...(sensor.upperAlarm === null
      ? []
      : [[translate('figures.above'), time(outside?.aboveMs)] as const]),
    ...(sensor.lowerAlarm === null
      ? []
      : [[translate('figures.below'), time(outside?.belowMs)] as const]),
  ]
  return (
    <section>
      <dl className="analysis-figures">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="analysis-note">
        {translate(`source.${statistics.source}`)}{' '}
        {translate(statistics.source === 'raw' ? 'held' : 'unknown', {
          held: duration(timeWeighted?.heldMs ?? 0),
        })}
      </p>
    </section>
  )
}

/** Writes a figure with the unit of the sensor; means and deviations with two more digits. */
function useWrite({ decimals, unit }: Sensor, { statistics, timeWeighted }: Figures) {
  const { number } = useFormat()
  const scale = Math.max(Math.abs(statistics.minimum ?? 0), Math.abs(statistics.maximum ?? 0))
  const measured: ReadonlySet<ValueName> = new Set(['minimum', 'maximum'])
  return (name: ValueName) => {
    const value = name === 'timeWeighted' ? timeWeighted?.average : statistics[name]
    if (value === null || value === undefined) return noFigure
    const digits = measured.has(name) ? decimals : decimals + 2
    return `${number(withoutNoise(value, scale), digits)}\u00a0${unit}`.trimEnd()
  }
}
