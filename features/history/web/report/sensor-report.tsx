import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { zoomed } from '#kit/ui/chart/plot/keyboard.ts'
import { lastReading, type CursorReading } from '#kit/ui/chart/data/model.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { Range } from '#kit/model/period.ts'
import { maximumWidth } from '../../contract/routes.ts'
import type { Address } from '../address.ts'
import { ChangesTable } from './changes-table.tsx'
import { drawnSensor } from './in-hours.ts'
import { NumberView } from './number-view.tsx'
import { PanelHead } from './panel-head.tsx'
import { useReport } from './query-report.ts'
import { NoReadings, ReportFailure } from './report-states.tsx'
import { StateView } from './state-views.tsx'
import { ReportStatistics } from './report-statistics.tsx'
import { useReportData } from './use-report-data.ts'
import { useChartFormat } from './use-chart-format.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useRequestWidth } from './use-request-width.ts'
import { useZoom } from './use-zoom.ts'

interface SensorReportProps {
  readonly sensor: Sensor
  readonly deviceName: string
  readonly whole: Range
  readonly zoom: Range | null
  readonly timezone: string
  readonly change: (part: Partial<Address>) => void
  readonly onRefresh: () => void
  /** Offers 30 days; null when that is the period already. */
  readonly onLonger: (() => void) | null
}

/** The chart of one sensor with its tools, and its statistics beside it. */
export function SensorReportView({
  sensor: chosen,
  deviceName,
  whole,
  zoom,
  timezone,
  change,
  onRefresh,
  onLonger,
}: SensorReportProps) {
  const translate = useTranslations('history')
  const sensor = useMemo(() => drawnSensor(chosen), [chosen])
  const [chartElement, pixels] = useRequestWidth()
  // States are counted, not only drawn: finer columns say more exactly when they changed.
  const width =
    pixels > 0 && (sensor.type === 'lamp' || sensor.type === 'detector') ? maximumWidth : pixels
  const range = zoom ?? whole
  const wanted = { thing: sensor.lesiId, sensor: sensor.key, width }
  const shown = useReport({ ...wanted, ...range })
  const overview = useReport({ ...wanted, ...whole })
  const report = shown.data?.report
  const wholeReport = overview.data?.report
  const data = useReportData(report, shown.data?.receivedAt ?? 0)
  const separateData = useReportData(
    wholeReport === report ? undefined : wholeReport,
    overview.data?.receivedAt ?? 0,
  )
  const wholeData = wholeReport === report ? data : separateData
  const format = useChartFormat(sensor, timezone, range)
  const { zoomTo, back, isZoomed } = useZoom(whole, zoom, change)
  const [cursor, setCursor] = useState<CursorReading | null>(null)
  const [isTable, setTable] = useState(false)
  const [isFullScreen, setFullScreen] = useFullScreen(isZoomed)
  const onCursor = useCallback((reading: CursorReading | null) => setCursor(reading), [])
  const last = data?.kind === 'numbers' ? lastReading(data.chart.entries) : null
  const hasCurve = data?.kind === 'numbers' && !data.isEmpty
  // A failure and an empty period have no statistics to stand beside.
  const isAlone = shown.isError || data?.isEmpty === true
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
          note={deviceName}
          current={hasCurve && last ? `${format.value(last.last)} ${sensor.unit}` : null}
          isLoading={shown.isFetching}
          onRefresh={() => {
            onRefresh()
            void shown.refetch()
          }}
          onFullScreen={() => setFullScreen(!isFullScreen)}
          onTable={() => setTable(!isTable)}
          onZoom={(factor) =>
            zoomTo(
              zoomed(
                range,
                cursor ? (cursor.from + cursor.to) / 2 : (range.from + range.to) / 2,
                factor,
              ),
            )
          }
          onBack={back}
          {...{ isFullScreen, isTable, isZoomed, hasCurve }}
        />
        {shown.isFetching && report && (
          <div
            className="history-progress"
            role="progressbar"
            aria-label={translate('chart.loading')}
          />
        )}
        <div ref={chartElement} className="history-content" aria-busy={shown.isFetching}>
          {shown.isError ? (
            <ReportFailure
              error={shown.error}
              thing={sensor.lesiId}
              sensor={sensor.key}
              onRetry={() => void shown.refetch()}
            />
          ) : !report || !data ? (
            <Skeleton width="100%" height="100%" />
          ) : data.isEmpty ? (
            <NoReadings
              {...{ sensor, range, timezone, isZoomed, onLonger }}
              onWhole={() => change({ zoom: null })}
            />
          ) : data.kind === 'numbers' ? (
            <NumberView
              {...{
                sensor,
                data: data.chart,
                whole,
                range,
                format,
                timezone,
                isTable,
                onBack: back,
                onZoom: zoomTo,
                onCursor,
              }}
              statistics={report.statistics}
              covered={report}
              wholeData={wholeData?.kind === 'numbers' ? wholeData.chart : null}
            />
          ) : data.kind === 'states' ? (
            <StateView
              {...{ sensor, range, format, timezone, onBack: back, onZoom: zoomTo }}
              segments={data.segments}
              gaps={data.gaps}
            />
          ) : (
            <ChangesTable
              series={data.series}
              value={data.value}
              timezone={timezone}
              name={sensor.alias}
            />
          )}
        </div>
      </section>
      {!isAlone && (
        <ReportStatistics
          {...{ sensor, report, data, range, format, timezone }}
          reading={cursor ?? last}
        />
      )}
    </>
  )
}
