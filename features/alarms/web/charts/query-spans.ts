import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Range } from '#kit/model/period.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { liveHub } from '#kit/web/live/index.ts'
import { alarmSpans, maximumSpanSensors } from '../../contract/spans.ts'
import { paced } from '../source/paced.ts'

/** The alarms of these sensors in a span of time; it follows what happens to them. */
export function useAlarmSpans(sensors: readonly number[], { from, to }: Range) {
  const client = useQueryClient()
  useEffect(() => {
    const work = paced(() => invalidate(client, alarmSpans), {
      ...{ minimumMs: 2_000, share: 0.25, after, now: () => performance.now() },
    })
    const stop = liveHub.watchAlarms(() => work.request())
    return () => {
      stop()
      work.stop()
    }
  }, [client])
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

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
