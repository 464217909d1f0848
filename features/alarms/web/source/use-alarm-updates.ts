import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RouteContract } from '#kit/model/calls/route.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { liveHub } from '#kit/web/live/index.ts'
import {
  activeAlarms,
  allActiveAlarms,
  alarmDetail,
  alarmHistory,
  shelvedAlarms,
} from '../../contract/routes.ts'
import { throttled } from './throttled.ts'

const share = 0.25

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** What was fetched of alarms follows what happens to them, at a pace that a flood keeps to. */
export function useAlarmUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetching = (minimumMs: number, ...routes: RouteContract[]) =>
      throttled(() => invalidate(client, ...routes), {
        ...{ minimumMs, share, after, now: () => performance.now() },
      })
    const works = [
      refetching(500, activeAlarms),
      refetching(1_000, allActiveAlarms),
      // Each asks the store, and nobody acts on them within the second.
      refetching(2_000, shelvedAlarms, alarmDetail),
      refetching(5_000, alarmHistory),
    ]
    const stopWatching = liveHub.watchAlarms(() => {
      for (const work of works) work.request()
    })
    return () => {
      stopWatching()
      for (const work of works) work.stop()
    }
  }, [client])
}
