import { useMemo, useState } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { SmallChartProps } from '#kit/web/small-chart.tsx'
import { drawnSensor } from '../../contract/in-hours.ts'
import { useNamed } from '../detail/use-named.ts'
import { useSiteZone } from '../query-site.ts'
import { useChartOverlay } from '../report/use-chart-overlay.tsx'
import { useChartFormat } from '../report/use-chart-format.ts'
import { useRequestWidth } from '../report/use-request-width.ts'
import { useSensorReports } from '../report/use-sensor-reports.ts'
import { useZoom } from '../report/use-zoom.ts'
import { ReportView } from '../report/views/report-view.tsx'
import { UnknownSensor } from '../report/report-states.tsx'
import './small-chart.css'

/** The chart of a sensor over a range, for a place that is no page of charts. */
export default function SmallChart({ lesiId, sensorKey, from, to }: SmallChartProps) {
  const { sensor, isLoading, error, retry } = useNamed(lesiId, sensorKey)
  const timezone = useSiteZone()
  const range = useMemo(() => ({ from, to }), [from, to])
  if (sensor && timezone !== undefined) return <Drawn {...{ sensor, range, timezone }} />
  if (error) return <FailureNotice error={error} onRetry={retry} />
  if (isLoading || sensor) return <Skeleton width="100%" height="100%" />
  return <UnknownSensor thing={lesiId} sensor={sensorKey} />
}

interface DrawnProps {
  readonly sensor: Sensor
  readonly range: Range
  readonly timezone: string
}

function Drawn({ sensor: named, range: whole, timezone }: DrawnProps) {
  const sensor = useMemo(() => drawnSensor(named), [named])
  const [zoom, setZoom] = useState<Range | null>(null)
  const range = zoom ?? whole
  const [element, pixels, drawnOn] = useRequestWidth()
  const reports = useSensorReports(sensor, { whole, range }, pixels)
  const format = useChartFormat(sensor, timezone, range)
  const change = useMemo(
    () => (part: { readonly zoom?: Range | null }) => setZoom(part.zoom ?? null),
    [],
  )
  const zooming = useZoom(whole, zoom, change)
  const sensors = useMemo(() => [named], [named])
  const { marks, section } = useChartOverlay(sensors, range, timezone, false)
  // Without a list beside the chart, and without a pointer that rests, a mark says it here.
  const chosen = marks.spans.find(({ key }) => key === marks.chosen)
  return (
    <div className="small-chart" ref={element}>
      <ReportView
        {...{ sensor, reports, whole, range, format, timezone, zooming }}
        isTable={false}
        marks={marks}
        compared={null}
        onCursor={() => {}}
        onPixels={drawnOn}
        onWhole={zooming.back}
        onLonger={null}
        onMoment={null}
      />
      {section}
      {chosen && (
        <p className="small-chart-chosen" dir="auto">
          {chosen.label}
        </p>
      )}
    </div>
  )
}
