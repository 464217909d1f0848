import { memo } from 'react'
import { formatMinute } from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { countAt, type Timeline } from './use-events.ts'

interface TimelineDrawingProps {
  readonly timeline: Timeline
  readonly width: number
  readonly height: number
}

const minute = 60_000
const hour = 60 * minute
/** Distances of the marks; the first that leaves room for its words is taken. */
const distances = [5 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 6 * hour]
const roomForWords = 70
/** The words below, the moment above, and the row of silent devices. */
const [below, above, outagesHeight] = [18, 24, 14]

/** Bars for what happened, spans in which devices were silent, and the hours below. */
export const TimelineDrawing = memo(function TimelineDrawing({
  timeline: { from, until, events },
  width,
  height,
}: TimelineDrawingProps) {
  const format = useFormat()
  if (width === 0) return null
  const x = (at: number) => ((at - from) / (until - from)) * width
  const base = height - below
  const distance =
    distances.find((each) => (each / (until - from)) * width >= roomForWords) ?? 6 * hour
  const ticks = Array.from(
    { length: Math.floor((until - from) / distance) + 1 },
    (_, index) => from + index * distance,
  )
  return (
    <svg width={width} height={height} aria-hidden="true">
      <defs>
        <pattern
          id="past-silent"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V5" className="timeline-hatch" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="timeline-grid" d={`M${x(tick)} ${above - 4}V${base + 4}`} />
          <text x={Math.max(16, Math.min(width - 16, x(tick)))} y={height - 4} textAnchor="middle">
            {formatMinute(tick, format.zone)}
          </text>
        </g>
      ))}
      {events && <Outages {...{ events, x }} />}
      {events && <Bars {...{ events, x, base }} />}
      <path className="timeline-axis" d={`M0 ${base + 0.5}H${width}`} />
      {events && <Alarms {...{ events, x, base }} />}
    </svg>
  )
})

interface DrawnEvents {
  readonly events: NonNullable<Timeline['events']>
  readonly x: (at: number) => number
}

function Outages({ events, x }: DrawnEvents) {
  return events.outages.map(({ deviceId, from, until }) => (
    <rect
      key={`${deviceId} ${from}`}
      className="timeline-outage"
      x={x(from) + 0.5}
      y={above + 0.5}
      width={Math.max(2, x(until) - x(from) - 1)}
      height={outagesHeight - 3}
      rx={1}
    />
  ))
}

/** The shapes of the priorities, 8 pixels high around their centre. */
const alarmShapes: readonly string[] = [
  '',
  'm-4 -4h8v8h-8z',
  'm0 -5l5 5l-5 5l-5 -5z',
  'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
]

/** Where alarms began, by the most urgent of each bucket, on the axis. */
function Alarms({ events, x, base }: DrawnEvents & { readonly base: number }) {
  const { from, bucketMs, alarms } = events
  return alarms.map(([bucket, , priority]) => (
    <path
      key={bucket}
      className="timeline-alarm"
      data-priority={priority}
      d={`M${x(from + (bucket + 0.5) * bucketMs).toFixed(1)} ${base}${alarmShapes[priority] ?? ''}`}
    />
  ))
}

function Bars({ events, x, base }: DrawnEvents & { readonly base: number }) {
  const { from, bucketMs, limits } = events
  const counts = limits.map((_, index) => countAt(events, index))
  const maximum = Math.max(1, ...counts)
  const room = base - above - outagesHeight - 4
  // A root: one event beside a burst of hundreds is still to be seen.
  const tall = (count: number) => Math.max(3, Math.sqrt(count / maximum) * room)
  return counts.map((count, index) => {
    if (count === 0) return null
    const left = x(from + index * bucketMs)
    const wide = Math.max(1, x(from + bucketMs) - x(from) - 1)
    const high = tall(count)
    return (
      // A bar is its place in time.
      <g key={index}>
        <rect className="timeline-bar" x={left + 0.5} y={base - high} width={wide} height={high} />
        {(limits[index] ?? 0) > 0 && (
          <path
            className="timeline-limit"
            d={`M${left + wide / 2 + 0.5} ${base - high - 7}l3.5 5.5h-7z`}
          />
        )}
      </g>
    )
  })
}
