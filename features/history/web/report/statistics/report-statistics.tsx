import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { ChartFormat, CursorReading } from '#kit/ui/chart/data/model.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { SensorReport } from '../../../contract/sensor-report.ts'
import { ReportFootnote } from './report-footnote.tsx'
import { StateShares, useStateStyle } from '../views/state-shares.tsx'
import { LimitTimes } from './limit-times.tsx'
import { LiveFigure } from './live-figure.tsx'
import { NumberStatistics } from './statistics.tsx'
import { OpenSensorAnalysis } from '../../analysis/open-analysis.tsx'
import { drawnValue } from '../../../contract/in-hours.ts'
import type { ReportData } from '../../../contract/report-data.ts'
import type { ChangeSeries } from '../../../contract/series.ts'
import { useChangeCount } from './use-change-count.ts'
import './statistics.css'

interface ReportFiguresProps {
  readonly sensor: Sensor
  /** Absent while it is loaded. */
  readonly report: SensorReport | undefined
  readonly data: ReportData | null
  readonly range: Range
  readonly format: ChartFormat
  readonly timezone: string
  /** Under the cursor, or the last one. */
  readonly reading: CursorReading | null
  /** What the figures are called; without it they have the name of the sensor. */
  readonly title?: string
}

/** What is beside the chart of one sensor. */
export function ReportStatistics(props: ReportFiguresProps & { readonly children?: ReactNode }) {
  const { sensor, format, children } = props
  const translate = useTranslations('history')
  return (
    <aside className="panel history-aside" aria-label={translate('statistics.label')}>
      <LiveOfSensor {...{ sensor, format }} />
      <ReportFigures {...props} />
      {children}
    </aside>
  )
}

/** The statistics of what is shown, and what they are made of. */
export function ReportFigures(props: ReportFiguresProps) {
  const { sensor, report, data, range, format, timezone, reading } = props
  const { title = sensor.alias } = props
  if (!report || !data)
    return (
      <div className="history-statistics">
        <Skeleton width="100%" height="120px" />
      </div>
    )
  return (
    <>
      {data.kind === 'numbers' && (
        <>
          <NumberStatistics
            {...{ sensor, format, reading, title }}
            statistics={report.statistics}
          />
          <LimitTimes {...{ sensor, report, format }} />
          {sensor.type === 'analog' && <OpenSensorAnalysis {...{ sensor, range, timezone }} />}
        </>
      )}
      {data.kind === 'states' && (
        // While another range is on its way these are states of the one before.
        <StateShares {...{ sensor, title }} times={data.times} />
      )}
      {data.kind === 'changes' && <ChangeCount name={title} series={data.series} />}
      <ReportFootnote report={report} gaps={data.gaps} timezone={timezone} />
    </>
  )
}

/** The present value, written as the chart writes it. */
export function LiveOfSensor({ sensor, format }: Pick<ReportFiguresProps, 'sensor' | 'format'>) {
  const styleOf = useStateStyle(sensor)
  const isState = sensor.type === 'lamp' || sensor.type === 'detector'
  const write = (value: number | string) => {
    if (isState) return styleOf(String(value)).word
    return typeof value === 'string' ? value : format.value(drawnValue(sensor, value))
  }
  return <LiveFigure {...{ sensor, write }} />
}

interface ChangeCountProps {
  readonly name: string
  readonly series: ChangeSeries
}

function ChangeCount({ name, series }: ChangeCountProps) {
  const countOf = useChangeCount()
  return (
    <section className="history-statistics">
      <h3>
        <span className="clip" title={name}>
          {name}
        </span>
      </h3>
      <p>{countOf(series)}</p>
    </section>
  )
}
