import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { lastReading, type CursorReading } from '#kit/ui/chart/data/model.ts'
import { isGoneOrClosed } from '#kit/web/calls/api-error.ts'
import { formatDate } from '#kit/web/formats/format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { procedureLinks } from '#kit/web/procedures.ts'
import { drawnSensor } from '../../contract/in-hours.ts'
import { useChartOverlay } from '../report/use-chart-overlay.tsx'
import { LiveOfSensor, ReportFigures } from '../report/statistics/report-statistics.tsx'
import { useChartFormat } from '../report/use-chart-format.ts'
import { useRequestWidth } from '../report/use-request-width.ts'
import { useSensorReports } from '../report/use-sensor-reports.ts'
import { useZoom } from '../report/use-zoom.ts'
import { ReportView } from '../report/views/report-view.tsx'
import { DayBar } from './day-bar.tsx'
import type { DetailLinks } from './detail-links.ts'
import { Loading } from './loading.tsx'
import { shownDay, type ShownDay } from './shown-day.ts'
import { useDayStates } from './use-day-states.ts'
import { useLiveReport } from './use-live-report.ts'

interface DetailContentProps {
  readonly sensor: Sensor
  readonly day: string | null
  readonly at: number | null
  readonly timezone: string
  readonly links: DetailLinks
  readonly onDay: (day: string | null) => void
}

/** The present value of a sensor, and a day of it: its chart and its figures. */
export function DetailContent(props: DetailContentProps) {
  const { at, timezone, links, onDay } = props
  const now = useNow(10_000)
  const { day, latest, range: whole, isToday } = shownDay({ day: props.day, at, now, timezone })
  const [isTable, setTable] = useState(false)
  const [cursor, setCursor] = useState<CursorReading | null>(null)
  const report = useDayReport(props.sensor, { day, latest, isToday, range: whole }, timezone)
  const { sensor, range, reports, format, zooming, chartElement } = report
  const { data } = reports
  const { marks, section: overlay } = useChartOverlay(report.annotatedSensors, range, timezone)
  const section = (
    <>
      <SensorProcedures id={props.sensor.id} />
      {overlay}
    </>
  )
  const kind = isToday ? 'ofToday' : day === latest ? 'ofMoment' : 'ofDay'
  const last = data?.kind === 'numbers' ? lastReading(data.chart.entries) : null
  const hasCurve = data?.kind === 'numbers' && !data.isEmpty
  return (
    <>
      <DayBar
        {...{ sensor, day, latest, isToday, timezone, links }}
        isPast={at !== null}
        isZoomed={zooming.isZoomed}
        table={hasCurve ? { isTable, onTable: () => setTable(!isTable) } : null}
        onBack={zooming.back}
        onDay={(chosen) => onDay(dayOrLatest(chosen, latest))}
      />
      <div className="sensor-detail-content" data-zoomed={zooming.isZoomed || undefined}>
        <LiveOfSensor {...{ sensor, format }} />
        <div className="sensor-detail-chart" ref={chartElement} aria-busy={report.isWaiting}>
          <ReportView
            {...{ sensor, reports, whole, range, format, timezone, zooming, isTable, marks }}
            compared={null}
            onCursor={setCursor}
            onPixels={report.drawnOn}
            onWhole={zooming.back}
            onLonger={null}
            onMoment={(time) => onDay(dayOrLatest(formatDate(time, timezone), latest))}
          />
          {report.isWaiting && <Loading />}
        </div>
        {!reports.error &&
          (data?.isEmpty === true ? (
            <aside className="sensor-detail-figures">{section}</aside>
          ) : (
            <DayFigures {...report} {...{ kind, timezone, section }} reading={cursor ?? last} />
          ))}
      </div>
    </>
  )
}

/** A day as the address holds it: the latest one is not named. */
const dayOrLatest = (day: string, latest: string) => (day < latest ? day : null)

/** What to do about the sensor, where somebody has written that. */
function SensorProcedures({ id }: { readonly id: number }) {
  return procedureLinks().map((Procedures, index) => (
    // They stay as they are.
    // oxlint-disable-next-line react/no-array-index-key
    <Suspense key={index}>
      <Procedures sensorIds={[id]} ruleIds={[]} />
    </Suspense>
  ))
}

interface DayFiguresProps extends ReturnType<typeof useDayReport> {
  /** What the day is to who looks: today, that of a past moment, another one. */
  readonly kind: 'ofToday' | 'ofMoment' | 'ofDay'
  readonly timezone: string
  readonly reading: CursorReading | null
  /** What is shown of moments of the day. */
  readonly section: ReactNode
}

/** The figures of the day, or of what is shown of it. */
function DayFigures({ sensor, range, reports, format, ...props }: DayFiguresProps) {
  const { kind, timezone, reading, zooming, section } = props
  const translate = useTranslations('history.detail')
  const title = translate(zooming.isZoomed ? 'ofShown' : kind)
  const { report, data } = reports
  return (
    <aside className="sensor-detail-figures" aria-label={title}>
      <ReportFigures {...{ sensor, report, data, range, format, timezone, reading, title }} />
      {section}
    </aside>
  )
}

/** What is drawn of the day; while today goes on it follows. */
function useDayReport(chosen: Sensor, { range: day, isToday }: ShownDay, timezone: string) {
  // The same object as long as it is the same day: nothing is drawn again with the clock.
  const { from, to } = day
  const whole = useMemo(() => ({ from, to }), [from, to])
  const sensor = useMemo(() => drawnSensor(chosen), [chosen])
  const annotatedSensors = useMemo(() => [chosen], [chosen])
  const [chartElement, pixels, drawnOn] = useRequestWidth()
  const [zoom, setZoom] = useDayZoom(whole)
  const range = zoom ?? whole
  const reports = useSensorReports(sensor, { whole, range }, pixels)
  const format = useChartFormat(sensor, timezone, range)
  const zooming = useZoom(whole, zoom, setZoom)
  const { report } = reports
  const isOfDay = report !== undefined && report.from >= whole.from && report.from < whole.to
  const { data, refetch } = useDayStates(sensor, whole, reports.data)
  useLiveReport(sensor.id, isToday && isOfDay, () => Promise.all([reports.refetch(), refetch?.()]))
  return {
    ...{ sensor, annotatedSensors, range, format, zooming, chartElement, drawnOn },
    /** A failure of a later question does not take away what is there. */
    reports: {
      ...reports,
      data,
      error: isOfDay && !isGoneOrClosed(reports.error) ? null : reports.error,
    },
    isWaiting: !isOfDay && reports.error === null,
  }
}

/** A zoom lasts as long as the day is shown. */
function useDayZoom({ from }: Range) {
  const [{ day, zoom }, setZoom] = useState<{ day: number; zoom: Range | null }>({
    ...{ day: from, zoom: null },
  })
  const change = useMemo(
    () => (part: { readonly zoom?: Range | null }) =>
      setZoom({ day: from, zoom: part.zoom ?? null }),
    [from],
  )
  return [day === from ? zoom : null, change] as const
}
