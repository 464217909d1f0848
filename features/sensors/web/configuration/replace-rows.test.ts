import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { listConfigurations } from '#features/sensors/contract/routes.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { configurationsQuery } from './query-configurations.ts'
import { replaceRows } from './replace-rows.ts'

type Page = RouteReply<typeof listConfigurations>

const sensor = (id: number, alias: string): Sensor => ({
  ...{ id, deviceId: 1, lesiId: 'D-1', key: `k${id}`, alias, type: 'analog', unit: '' },
  ...{ decimals: 0, isNew: true, lowerAlarm: null, upperAlarm: null, scaleLow: null },
  ...{ scaleHigh: null, ...plainSensor, intervalMs: 1, states: {} },
})
const pageOf = (...data: Sensor[]) =>
  ({ data, meta: { total: data.length, page: 1, limit: 100 } }) as Page

test('CA42 a page that was answered before a change does not put older sensors back', async () => {
  const client = new QueryClient()
  const { queryKey } = configurationsQuery({}, 1)
  const names = () => client.getQueryData<Page>(queryKey)?.data.map(({ alias }) => alias)
  client.setQueryData<Page>(queryKey, pageOf(sensor(1, 'a'), sensor(2, 'b')))
  const { promise, resolve } = Promise.withResolvers<Page>()
  const fetched = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 })
  expect(replaceRows(client, [sensor(1, 'aa')])).toEqual(new Set([1, 2]))
  expect(replaceRows(client, [sensor(3, 'c')])).toEqual(new Set())
  expect(names()).toEqual(['aa', 'b'])
  resolve(pageOf(sensor(1, 'a'), sensor(2, 'bb')))
  await fetched
  await expect.poll(names).toEqual(['aa', 'bb'])
  client.clear()
})
