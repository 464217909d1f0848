import type { QueryClient } from '@tanstack/react-query'
import { listConfigurations } from '#features/sensors/contract/routes.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queriesOf } from '#kit/web/calls/query-of.ts'
import { applyNowAndWhenFetched } from '../apply-when-fetched.ts'

type Page = RouteReply<typeof listConfigurations>

/**
 * Replaces sensors on the pages that are there, and on those that are on their way; the ids of
 * those that were on one.
 */
export function replaceRows(client: QueryClient, sensors: readonly Sensor[]): ReadonlySet<number> {
  const changed = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  const listed = new Set<number>()
  for (const query of client.getQueryCache().findAll(queriesOf(listConfigurations)))
    applyNowAndWhenFetched(query, () => {
      const page = client.getQueryData<Page>(query.queryKey)
      if (!page?.data.some(({ id }) => changed.has(id))) return
      const data = page.data.map((sensor) => changed.get(sensor.id) ?? sensor)
      for (const { id } of page.data) listed.add(id)
      client.setQueryData<Page>(query.queryKey, { ...page, data })
    })
  return listed
}
