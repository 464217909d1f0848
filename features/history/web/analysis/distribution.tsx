import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Bin } from '../../contract/analysis.ts'
import { ReportFailure } from '../report/report-states.tsx'
import { decimalsOf } from './decimals-of.ts'
import { Histogram } from './histogram.tsx'
import { useDistribution } from './query-analysis.ts'

interface DistributionProps {
  readonly sensor: Sensor
  readonly range: Range
}

/** How often which values were there: as a picture, and as a table. */
export function Distribution({ sensor, range }: DistributionProps) {
  const translate = useTranslations('history.analysis.distribution')
  const { data, error, refetch } = useDistribution(sensor, range)
  return (
    <section className="analysis-part">
      <h3>{translate('title')}</h3>
      {error ? (
        <ReportFailure
          {...{ error, thing: sensor.lesiId, sensor: sensor.key }}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton width="100%" height="220px" />
      ) : data.bins === null ? (
        <p>{translate(data.reason ?? 'empty')}</p>
      ) : (
        <Bins bins={data.bins} {...{ sensor }} />
      )}
    </section>
  )
}

function Bins({ bins, sensor }: { readonly bins: readonly Bin[]; readonly sensor: Sensor }) {
  const translate = useTranslations('history.analysis.distribution')
  const [chosen, setChosen] = useState<number | null>(null)
  const written = useWritten(bins, sensor)
  const bin = chosen === null ? undefined : written[chosen]
  return (
    <>
      <Histogram
        {...{ bins, sensor, chosen }}
        label={translate('label', { name: sensor.alias, count: bins.length })}
        onChoose={setChosen}
      />
      <p className="analysis-chosen" aria-live="polite">
        {bin ? translate('chosen', bin) : translate('choose')}
      </p>
      <details>
        <summary>{translate('table')}</summary>
        <table className="table analysis-table">
          <thead>
            <tr>
              {(['values', 'readings', 'share', 'time', 'timeShare'] as const).map((name) => (
                <th key={name} scope="col" className={name === 'values' ? '' : 'right'}>
                  {translate(`columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {written.map(({ values, figure, share, time, timeShare }) => (
              <tr key={values}>
                <td className="number">{values}</td>
                <td className="number right">{figure}</td>
                <td className="number right">{share}</td>
                <td className="number right">{time}</td>
                <td className="number right">{timeShare}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** What each bin says, in words. */
function useWritten(bins: readonly Bin[], { unit }: Sensor) {
  const translate = useTranslations('history.analysis.distribution')
  const { number, duration } = useFormat()
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  const ms = bins.reduce((sum, bin) => sum + bin.heldMs, 0)
  const decimals = decimalsOf(bins.flatMap(({ from, to }) => [from, to]))
  const percent = (part: number, all: number) => `${number(all > 0 ? (part / all) * 100 : 0, 1)} %`
  return bins.map((bin) => ({
    values: translate('values', {
      from: number(bin.from, decimals),
      to: number(bin.to, decimals),
      unit,
    }).trimEnd(),
    count: bin.count,
    figure: number(bin.count),
    share: percent(bin.count, count),
    time: duration(bin.heldMs),
    timeShare: percent(bin.heldMs, ms),
  }))
}
