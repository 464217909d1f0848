import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { listDevices } from '#features/devices/contract/routes.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { listSensors, lookUpSensors } from '../contract/routes.ts'
import { followDifference } from './follow-differences.ts'

const client = new QueryClient()
afterEach(() => client.clear())

const sensor = (id: number, alias: string): Sensor => ({
  ...{ id, deviceId: 1, lesiId: 'D-1', key: `k${id}`, alias, type: 'analog', unit: '' },
  ...{ decimals: 0, isNew: true, lowerAlarm: null, upperAlarm: null, scaleLow: null },
  ...{ scaleHigh: null, ...plainSensor, intervalMs: 1, states: {} },
})
const difference = (...sensors: Sensor[]) => ({
  ...{ sensors, removedSensors: [], devices: [], removedDevices: [] },
})
const pageOf = (...data: Sensor[]) => ({
  data,
  meta: { total: data.length, page: 1, limit: 1_000 },
})
const { queryKey } = queryOf(listSensors, { query: { page: 1, limit: 1_000 } })
const names = () => client.getQueryData(queryKey)?.data.map(({ alias }) => alias)

/** A fetch that is under way, and how its answer comes. */
function fetching() {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof pageOf>>()
  const fetched = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 })
  return async (...sensors: Sensor[]) => {
    resolve(pageOf(...sensors))
    await fetched
  }
}

test('CA12 an answer of before a difference does not undo it', async () => {
  const first = fetching()
  followDifference(client, difference(sensor(2, 'b')))
  expect(names()).toBeUndefined()
  await first(sensor(1, 'a'))
  await expect.poll(names).toEqual(['a', 'b'])
  const later = fetching()
  followDifference(client, difference(sensor(1, 'x')))
  followDifference(client, difference(sensor(1, 'aa')))
  expect(names()).toEqual(['aa', 'b'])
  await later(sensor(1, 'a'), sensor(2, 'b'))
  await expect.poll(names).toEqual(['aa', 'b'])
})

test('CA12 differences follow a fetch that takes the place of another', async () => {
  const first = fetching()
  followDifference(client, difference(sensor(2, 'b')))
  void client.cancelQueries({ queryKey })
  const second = fetching()
  await first(sensor(3, 'c')).catch(() => undefined)
  await second(sensor(1, 'a'))
  await expect.poll(names).toEqual(['a', 'b'])
})

test('CA12 sensors that were asked for by name follow differences; nothing else is touched', () => {
  const named = queryOf(lookUpSensors, { body: { ids: [1, 2] } }).queryKey
  const devices = queryOf(listDevices, { body: {} }).queryKey
  client.setQueryData(named, { data: [sensor(1, 'a'), sensor(2, 'b')] })
  const before = client.getQueryState(named)?.dataUpdatedAt
  followDifference(client, difference(sensor(3, 'c'), sensor(2, 'bb')))
  const found = client.getQueryData(named)?.data.map(({ alias }) => alias)
  expect(found).toEqual(['a', 'bb'])
  expect(before).toBeDefined()
  expect(client.getQueryData(devices)).toBeUndefined()
})
