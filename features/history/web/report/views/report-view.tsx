import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartFormat, CursorReading } from '#kit/ui/chart/data/model.ts'
import type { ChartMarks } from '#kit/ui/chart/data/spans.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { SensorReport } from '../../../contract/sensor-report.ts'
import type { Compared } from '../../compare/use-compared.ts'
import { ChangesTable } from './changes-table.tsx'
import { NumberView } from './number-view.tsx'
import { NotUpdated } from '../not-updated.tsx'
import { NoReadings, ReportFailure } from '../report-states.tsx'
import { ExpiredTexts, textsKeptSince } from '../statistics/report-footnote.tsx'
import { StateView } from './state-views.tsx'
import type { ReportData } from '../../../contract/report-data.ts'
import type { SensorReports } from '../use-sensor-reports.ts'
import type { Zooming } from '../use-zoom.ts'

interface ReportViewProps {
  readonly sensor: Sensor
  readonly reports: SensorReports
  readonly whole: Range
  readonly range: Range
  readonly format: ChartFormat
  readonly timezone: string
  readonly zooming: Zooming
  readonly isTable: boolean
  readonly marks: ChartMarks
  /** The earlier period that is drawn along; null: there is none. */
  readonly compared: Compared | null
  readonly onCursor: (reading: CursorReading | null) => void
  /** On how many pixels of the screen a curve is drawn. */
  readonly onPixels: (pixels: number) => void
  /** Ends every zoom. */
  readonly onWhole: () => void
  /** Offers a longer period; null when there is none. */
  readonly onLonger: (() => void) | null
  /** Leads to the period in which a moment lies, ms UTC; null: there is no other one. */
  readonly onMoment: ((time: number) => void) | null
}

/** What came of the report: a failure, nothing yet, no readings, or the drawing of them. */
export function ReportView(props: ReportViewProps) {
  const { sensor, range, timezone, onWhole, onLonger, onMoment } = props
  const { report, data, error, behindSince, refetch } = props.reports
  if (error)
    return (
      <ReportFailure
        error={error}
        thing={sensor.lesiId}
        sensor={sensor.key}
        onRetry={() => void refetch()}
      />
    )
  if (!report || !data) return <Skeleton width="100%" height="100%" />
  const since = textsKeptSince(report.series)
  if (data.isEmpty)
    return (
      <>
        <NotUpdated since={behindSince} />
        <NoReadings
          {...{ range, timezone, onWhole, onLonger, onMoment }}
          sensors={[sensor]}
          isZoomed={props.zooming.isZoomed}
        >
          {since !== null && (
            <p>
              <ExpiredTexts {...{ since, timezone }} />
            </p>
          )}
        </NoReadings>
      </>
    )
  return (
    <>
      <NotUpdated since={behindSince} />
      <Drawing {...props} {...{ report, data }} />
    </>
  )
}

interface DrawingProps extends ReportViewProps {
  readonly report: SensorReport
  readonly data: ReportData
}

/** The view that suits the kind of the readings. */
function Drawing({ report, data, reports, zooming, ...props }: DrawingProps) {
  const { sensor, whole, range, format, timezone, isTable, marks, compared } = props
  const { onCursor, onPixels } = props
  const { wholeData } = reports
  const zoom = { onZoom: zooming.zoomTo, onBack: zooming.back }
  switch (data.kind) {
    case 'numbers':
      return (
        <NumberView
          {...{ sensor, whole, range, format, timezone, isTable, marks, compared }}
          {...{ onCursor, onPixels, ...zoom }}
          data={data.chart}
          statistics={report.statistics}
          covered={report}
          wholeData={wholeData?.kind === 'numbers' ? wholeData.chart : null}
        />
      )
    case 'states':
      return (
        <StateView
          {...{ sensor, whole, range, format, timezone, marks, compared, ...zoom }}
          segments={data.segments}
          qualitySpans={data.qualitySpans}
          covered={report}
          times={data.times}
          gaps={data.gaps}
        />
      )
    case 'changes':
      return (
        <ChangesTable
          series={data.series}
          value={data.value}
          timezone={timezone}
          name={sensor.alias}
        />
      )
  }
}
