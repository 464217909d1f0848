import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from './caller.ts'
import type { Catalogue } from './catalogue.ts'
import { SensorLists } from './sensor-list.ts'

/** A catalogue in which every third device is somebody else's. */
function plant(
  devices: number,
  sensorsEach: number,
  onRead: (deviceId: number) => void = () => undefined,
) {
  const list = Array.from({ length: devices }, (_, index) => ({
    id: index + 1,
    lesiId: `D-${index + 1}`,
    name: `Device ${index + 1}`,
  }))
  const type = (index: number): Sensor['type'] => (index % 2 ? 'analog' : 'lamp')
  const sensorsOf = (deviceId: number) => {
    onRead(deviceId)
    return Array.from({ length: sensorsEach }, (_, index) => {
      const id = deviceId * 1_000 + index
      return {
        id,
        deviceId,
        lesiId: `D-${deviceId}`,
        key: `k${index}`,
        alias: `K ${index}`,
        unit: '',
        type: type(index),
      } as Sensor
    })
  }
  let visible: ReadonlySet<number> = new Set(list.map(({ id }) => id).filter((id) => id % 3))
  const catalogue: Partial<Catalogue> = {
    devices: () => list.map((device) => ({ ...device, product: '', silenceMs: 1 })),
    device: (lesiId) => catalogue.devices?.().find((device) => device.lesiId === lesiId),
    sensorsOf,
    sensorCount: () => sensorsEach,
    visibleDeviceIds: () => visible,
    sensor: (id) => sensorsOf(Math.floor(id / 1_000)).find((sensor) => sensor.id === id),
  }
  const mine = [...visible].flatMap(sensorsOf)
  /** From now on this device is not the caller's. */
  const close = (deviceId: number) => {
    visible = new Set([...visible].filter((id) => id !== deviceId))
  }
  const lists = new SensorLists(catalogue as Catalogue)
  return { lists, mine, caller: { userId: 1 } as Caller, close }
}

test('CA11 pages hold every visible sensor once, in order, whatever the filter', async () => {
  const { lists, mine, caller } = plant(9, 7)
  const filter = fc.record(
    {
      find: fc.constantFrom('k', 'DEVICE 1', 'k 3', 'nothing'),
      type: fc.constantFrom<Sensor['type']>('lamp', 'string'),
      device: fc.constantFrom('D-1', 'D-3', 'D-99'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      filter,
      fc.integer({ min: 1, max: 50 }),
      async ({ find, type, device }, limit) => {
        const asked = {
          ...(find ? { find } : {}),
          ...(type ? { type } : {}),
          ...(device ? { device } : {}),
        }
        const words = (find ?? '').toLowerCase().split(' ')
        const expected = mine.filter((sensor) => {
          const text =
            `${sensor.alias} ${sensor.key} ${sensor.lesiId} Device ${sensor.deviceId}`.toLowerCase()
          return (
            words.every((word) => text.includes(word)) &&
            (!type || sensor.type === type) &&
            (!device || sensor.lesiId === device)
          )
        })
        const ids: number[] = []
        for (let page = 1; ; page++) {
          const { sensors, total } = await lists.page(caller, { ...asked, page, limit })
          expect(total).toBe(expected.length)
          if (sensors.length === 0) break
          expect(sensors.length).toBeLessThanOrEqual(limit)
          ids.push(...sensors.map(({ id }) => id))
        }
        expect(ids).toEqual(expected.map(({ id }) => id))
      },
    ),
  )
})

test('CA11 names of others, of nothing and twice give nothing more', () => {
  const { lists, caller } = plant(3, 2)
  expect(lists.named(caller, [1_000, 3_000, 9_999_999, 1_000, 2_001]).map(({ id }) => id)).toEqual([
    1_000, 2_001,
  ])
})

test('CA11 a search gives way to others, and ends with its reader', async () => {
  const { lists, caller } = plant(3_000, 100)
  let turns = 0
  const search = { isOver: false }
  const others = (async () => {
    for (; !search.isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  const find = (signal?: AbortSignal) =>
    lists.page(caller, { find: 'nothing', page: 1, limit: 10 }, signal)
  const reader = new AbortController()
  const [first, left, ...more] = [find(), find(reader.signal), find(), find()]
  await expect(find()).rejects.toMatchObject({ code: 'too_many_requests' })
  await first
  reader.abort()
  await expect(left).rejects.toThrow(/abort/i)
  await Promise.all(more)
  search.isOver = true
  await others
  expect(turns).toBeGreaterThan(20)
  expect((await find()).total).toBe(0)
})

test('CA49 what is closed while a search waits, or goes on, is not in its answer', async () => {
  let closing: (deviceId: number) => void = () => undefined
  const { lists, caller, close } = plant(9, 7, (deviceId) => closing(deviceId))
  const found = async () => {
    const { sensors, total } = await lists.page(caller, { find: 'k', page: 1, limit: 100 })
    expect(total).toBe(sensors.length)
    return [...new Set(sensors.map(({ deviceId }) => deviceId))]
  }
  const waiting = [found(), found()]
  close(8)
  expect(await Promise.all(waiting)).toEqual([
    [1, 2, 4, 5, 7],
    [1, 2, 4, 5, 7],
  ])
  closing = (deviceId) => {
    if (deviceId === 4) close(2)
  }
  expect(await found()).toEqual([1, 4, 5, 7])
})
