import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { maximumPastSensors, pastEvents, type PastEvents } from '#features/past/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { call } from '#kit/web/calls/call.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { rangeAt, type Span } from './timeline-range.ts'

/** Ten minutes of a day; of shorter spans as many buckets. */
const buckets = 144
const freshMs = 60_000

export interface Timeline {
  /** What it shows, ms UTC; `until` exclusive. */
  readonly from: number
  readonly until: number
  readonly span: Span
  readonly setSpan: (span: Span) => void
  /** Undefined while it is on the way. */
  readonly events: PastEvents | undefined
  /** Goes to where something happened next, or before; to the end where nothing did. */
  readonly goTo: (direction: 1 | -1) => void
}

/** The timeline around the moment that is shown, and what happened in it. */
export function useEvents(player: Player, sensors: readonly Sensor[]): Timeline {
  const { zone } = useFormat()
  const [span, setSpan] = useState<Span>('day')
  const [range, setRange] = useState(() => rangeAt(player.wanted(), span, zone))
  useEffect(() => {
    const follow = () => {
      const next = rangeAt(player.wanted(), span, zone)
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    follow()
    return player.onMoment(follow)
  }, [player, span, zone])
  const ids = useMemo(() => sensors.slice(0, maximumPastSensors).map(({ id }) => id), [sensors])
  const { from, to: until } = range
  const events = useQuery({
    queryKey: [...routeKey(pastEvents), ids, from, until],
    queryFn: async ({ signal }) =>
      (await call(pastEvents, { body: { sensors: ids, from, until, buckets } }, { signal })).data,
    staleTime: freshMs,
    meta: { quiet: true },
  }).data
  const goTo = useCallback(
    (direction: 1 | -1) =>
      player.seek(
        eventBeside(events, player.wanted(), direction) ?? (direction === 1 ? until : from - 1),
      ),
    [player, events, from, until],
  )
  return { from, until, span, setSpan, events, goTo }
}

/** What happened in a bucket. */
export const countAt = ({ limits, qualities, gaps, states }: PastEvents, index: number): number =>
  (limits[index] ?? 0) + (qualities[index] ?? 0) + (gaps[index] ?? 0) + (states[index] ?? 0)

/** The alarms that began in a bucket. */
export function alarmsAt({ alarms }: PastEvents, index: number): number {
  return alarms.find(([bucket]) => bucket === index)?.[1] ?? 0
}

/** The beginning of the next bucket in which something happened, or of the one before. */
function eventBeside(
  events: PastEvents | undefined,
  at: number,
  direction: 1 | -1,
): number | undefined {
  if (!events) return undefined
  const { from, bucketMs, limits } = events
  const present = Math.floor((at - from) / bucketMs)
  for (let index = present + direction; index >= 0 && index < limits.length; index += direction)
    if (countAt(events, index) + alarmsAt(events, index) > 0) return from + index * bucketMs
  return undefined
}
