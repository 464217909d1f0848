import type { QueryClient } from '@tanstack/react-query'
import { listDevices } from '#features/devices/contract/routes.ts'
import { listDashboards, readDashboard } from '#features/pages/contract/dashboards.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { invalidate, queryOf } from '#kit/web/calls/query-of.ts'
import { liveHub } from '#kit/web/live/index.ts'
import { devicesQuery } from './devices/use-devices.ts'
import { sensorPage } from './sensors/use-sensors.ts'

/** Who is not there by then went elsewhere, or fetches again what may have changed. */
const maximumMs = 10_000

let stops: readonly (() => void)[] = []

/**
 * Fetches what the war room shows and watches it, so that values are here when it is first drawn.
 * What changes of devices and sensors meanwhile makes the lists that were fetched outdated: nothing
 * else listens yet.
 */
export function prepare(client: QueryClient): void {
  const outdate = () => void invalidate(client, listSensors, listDevices)
  const timer = setTimeout(() => {
    endPreparation()
    outdate()
  }, maximumMs)
  stops = [
    () => clearTimeout(timer),
    liveHub.watchCatalogue(outdate),
    liveHub.watchConnection(({ state }) => {
      if (state === 'ended' || state === 'denied') endPreparation()
    }),
  ]
  void client.prefetchQuery(devicesQuery(null))
  void client.fetchQuery({ ...queryOf(listDashboards, {}), meta: { quiet: true } }).then(
    ({ data: { chosen: id } }) => {
      if (id === null) return
      const board = queryOf(readDashboard, { params: { id } })
      void client.prefetchQuery({ ...board, meta: { quiet: true } })
    },
    // The screen asks again, and shows the automatic arrangement.
    () => undefined,
  )
  void client.fetchQuery(sensorPage({}, 1)).then(
    ({ data }) => {
      if (stops.length > 0) stops = [...stops, liveHub.watchSensors(data.map(({ id }) => id))]
    },
    // The screen asks again, and shows the failure.
    () => undefined,
  )
}

/** The screen watches by itself, or there is nothing to watch. */
export function endPreparation(): void {
  for (const stop of stops) stop()
  stops = []
}
