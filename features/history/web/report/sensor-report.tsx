import { useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { zoomed } from '#kit/ui/chart/plot/keyboard.ts'
import { lastReading, type CursorReading } from '#kit/ui/chart/data/model.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Address } from '../address.ts'
import { drawnSensor } from '../../contract/in-hours.ts'
import { ComparedFigures } from '../compare/compared-figures.tsx'
import type { CompareWith } from '../compare/earlier.ts'
import { useCompared, useEarlierPeriod } from '../compare/use-compared.ts'
import { ImageOffers } from '../image/image-source.ts'
import { useImage } from '../image/use-image.tsx'
import { useChartOverlay } from './use-chart-overlay.tsx'
import { PanelHead } from './panel-head.tsx'
import { ReportStatistics } from './statistics/report-statistics.tsx'
import { ReportView } from './views/report-view.tsx'
import './sensor-report.css'
import { useChartFormat } from './use-chart-format.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useRequestWidth } from './use-request-width.ts'
import { useSensorReports } from './use-sensor-reports.ts'
import { useZoom } from './use-zoom.ts'

/** A period that ended less long ago is that of the present. */
const presentMs = 5 * 60_000

interface SensorReportProps {
  readonly sensor: Sensor
  readonly deviceName: string
  readonly whole: Range
  readonly zoom: Range | null
  readonly timezone: string
  /** The earlier period that is drawn along; null: there is none. */
  readonly compare: CompareWith | null
  readonly isTable: boolean
  readonly change: (part: Partial<Address>) => void
  readonly onRefresh: () => void
  /** Offers 30 days; null when that is the period already. */
  readonly onLonger: (() => void) | null
  /** Shows the day in which a moment lies, ms UTC. */
  readonly onMoment: (time: number) => void
}

/** The chart of one sensor with its tools, and its statistics beside it. */
export function SensorReportView(props: SensorReportProps) {
  const { whole, timezone, isTable, change } = props
  const { sensor, range, chartElement, reports, compared, ...rest } = useReportOfSensor(props)
  const { format, zooming } = rest
  const { marks, section } = useChartOverlay(rest.annotatedSensors, range, timezone)
  const { report, data } = reports
  const [cursor, setCursor] = useState<CursorReading | null>(null)
  const now = useNow(10_000)
  const image = useImage({
    ...{ shown: { device: props.deviceName, sensor: sensor.alias }, range, timezone },
    compared: compared?.period.range ?? null,
  })
  const [isFullScreen, setFullScreen] = useFullScreen(zooming.isZoomed)
  const last = data?.kind === 'numbers' ? lastReading(data.chart.entries) : null
  const lastShown = {
    value: `${format.value(last?.last ?? NaN)} ${sensor.unit}`,
    time: format.moment(last?.to ?? 0),
    isUncertain: last?.uncertain ?? false,
    isNewest: !zooming.isZoomed && now - range.to < presentMs,
  }
  const hasCurve = data?.kind === 'numbers' && !data.isEmpty
  // A failure and an empty period have no statistics to be beside.
  const isAlone = reports.error !== null || data?.isEmpty === true
  return (
    <>
      <section
        className="panel history-panel"
        data-full-screen={isFullScreen || undefined}
        data-wide={isAlone || undefined}
        aria-label={sensor.alias}
      >
        <PanelHead
          title={sensor.alias}
          note={props.deviceName}
          current={hasCurve && last ? lastShown : null}
          isLoading={reports.isFetching}
          {...{ isFullScreen, isTable, hasCurve, isZoomed: zooming.isZoomed }}
          onRefresh={() => {
            props.onRefresh()
            void reports.refetch()
          }}
          onFullScreen={() => setFullScreen(!isFullScreen)}
          onTable={() => change({ isTable: !isTable })}
          onZoom={(factor) => zooming.zoomTo(zoomed(range, centreOf(cursor ?? range), factor))}
          onBack={zooming.back}
        >
          {image.button}
        </PanelHead>
        {reports.isFetching && report && <Progress />}
        <div ref={chartElement} className="history-content" aria-busy={reports.isFetching}>
          <ImageOffers value={image.offer}>
            <ReportView
              {...{ sensor, reports, whole, range, format, timezone, zooming, isTable }}
              {...{ marks, compared }}
              onCursor={setCursor}
              onPixels={rest.drawnOn}
              onWhole={() => change({ zoom: null })}
              onLonger={props.onLonger}
              onMoment={props.onMoment}
            />
          </ImageOffers>
        </div>
        {/* Something may be noted on a period without readings. */}
        {isAlone && reports.error === null && section}
      </section>
      {!isAlone && (
        <BesideChart
          {...{ sensor, report, data, range, format, timezone, compared, section }}
          reading={cursor ?? last}
        />
      )}
    </>
  )
}

interface BesideChartProps extends Omit<Parameters<typeof ReportStatistics>[0], 'children'> {
  readonly compared: ReturnType<typeof useCompared>
  /** What is shown of moments in it. */
  readonly section: ReactNode
}

function BesideChart({ compared, section, ...props }: BesideChartProps) {
  return (
    <ReportStatistics {...props}>
      {compared && <ComparedFigures {...props} {...{ compared }} />}
      {section}
    </ReportStatistics>
  )
}

/** The range that is shown of a sensor, its reports, and how they are written. */
function useReportOfSensor(props: SensorReportProps) {
  const { sensor: chosen, whole, zoom, timezone, compare, change } = props
  const sensor = useMemo(() => drawnSensor(chosen), [chosen])
  const [chartElement, pixels, drawnOn] = useRequestWidth()
  const range = zoom ?? whole
  const reports = useSensorReports(sensor, { whole, range }, pixels)
  const format = useChartFormat(sensor, timezone, range)
  const zooming = useZoom(whole, zoom, change)
  const period = useEarlierPeriod(compare, { whole, range }, timezone)
  const compared = useCompared(sensor, period, pixels)
  const annotatedSensors = useMemo(() => [chosen], [chosen])
  return {
    sensor,
    annotatedSensors,
    range,
    chartElement,
    drawnOn,
    reports,
    compared,
    format,
    zooming,
  }
}

const centreOf = ({ from, to }: Range) => (from + to) / 2

function Progress() {
  const translate = useTranslations('history.chart')
  return <div className="history-progress" role="progressbar" aria-label={translate('loading')} />
}
