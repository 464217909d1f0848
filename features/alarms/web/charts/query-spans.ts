import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { batchAt } from '#kit/web/calls/batch-at.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData, routeKey } from '#kit/web/calls/query-of.ts'
import { plotMs } from '#kit/web/overlays/provided-overlays.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { liveHub } from '#kit/web/live/index.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { alarmSpans, maximumSpanSensors, type RuleLimit } from '../../contract/spans.ts'
import { throttled } from '../source/throttled.ts'

/** The alarms of these sensors in a span of time; it follows what happens to them. */
export function useAlarmSpans(sensors: readonly number[], { from, to }: Range) {
  useFollowedSpans()
  const named = sensors.slice(0, maximumSpanSensors)
  return useQuery({
    ...queryOf(alarmSpans, {
      body: { sensors: named, from: Math.floor(from), to: Math.ceil(to) },
    }),
    select: replyData,
    // A period that grows keeps what was there before.
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
}

const ask = batchAt(maximumSpanSensors, async (ids, at) => {
  const to = Math.ceil(at ?? serverClock.now())
  const { data } = await call(alarmSpans, { body: { sensors: [...ids], from: to - plotMs, to } })
  return new Map(ids.map((id) => [id, data]))
})

/**
 * The alarms of these sensors and of their devices in the last minutes, and the limits of rules,
 * which are not known of the past; undefined while they are not known. Plots on one page share
 * their calls.
 */
export function useRecentAlarms(sensors: readonly Sensor[]) {
  useFollowedSpans()
  const at = useShownMoment()
  const ids = sensors.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: [...routeKey(alarmSpans), 'recent', ids, at],
    queryFn: () => Promise.all(ids.map((id) => ask(id, at ?? null))),
    enabled: at !== undefined,
    meta: { quiet: true },
  })
  return useMemo(() => {
    if (!data || at === undefined) return undefined
    const replies = [...new Set(data)].filter((reply) => reply !== null)
    const isAbout = ({ device, sensor }: Alarm) =>
      sensors.some(({ id, deviceId }) => (sensor ? sensor.id === id : device.id === deviceId))
    const alarms = replies.flatMap((reply) => reply.alarms).filter(isAbout)
    const limits = replies.flatMap((reply) => reply.limits)
    const isOf = ({ sensorId }: RuleLimit) => sensors.some(({ id }) => id === sensorId)
    return {
      alarms: [...new Map(alarms.map((alarm) => [alarm.id, alarm])).values()],
      limits: at === null ? limits.filter(isOf) : [],
    }
  }, [data, at, sensors])
}

function useFollowedSpans(): void {
  const client = useQueryClient()
  useEffect(() => followTogether(client), [client])
}

/** Charts on the page that follow alarms. */
let followers = 0
let stopFollowing = () => {}

/** What is fetched follows alarms until the returned function is called: once for all charts. */
function followTogether(client: QueryClient): () => void {
  if (followers++ === 0) stopFollowing = follow(client)
  return () => {
    if (--followers === 0) stopFollowing()
  }
}

function follow(client: QueryClient): () => void {
  const work = throttled(() => invalidate(client, alarmSpans), {
    ...{ minimumMs: 2_000, share: 0.25, after, now: () => performance.now() },
  })
  const stop = liveHub.watchAlarms(() => work.request())
  return () => {
    stop()
    work.stop()
  }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
