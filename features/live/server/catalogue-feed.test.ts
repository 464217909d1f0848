import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DeviceChange } from '#kit/server/bus.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumDifferences } from '#kit/model/live/protocol.ts'
import { CatalogueFeed } from './catalogue-feed.ts'

interface Sent {
  readonly type: string
  readonly sensors: readonly { readonly id: number }[]
  readonly removedSensors: readonly number[]
  readonly devices: readonly { readonly id: number; readonly sensorCount: number }[]
  readonly removedDevices: readonly number[]
  readonly annotatedSensors: readonly number[]
}

let sent: Sent[]
let reloads: number
let visible: Set<number>
let sensors: Map<number, Sensor>
let devices: Map<number, CatalogueDevice>
let roles: string[]
/** Lets a client read that did not. */
let read: (isOpen: boolean) => void
let isReading: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  ;[sent, reloads, roles, isReading] = [[], 0, ['basic'], true]
  visible = new Set([1])
  sensors = new Map()
  devices = new Map(
    [1, 2].map((id) => [
      id,
      { id, lesiId: `DEV-${id}`, name: `Device ${id}`, product: '', silenceMs: 1 },
    ]),
  )
})
afterEach(() => void vi.useRealTimers())

function openFeed(): CatalogueFeed {
  const connection = {
    caller: { userId: 1, sessionId: 's', roles, permissions: [] },
    changeCatalogue: () => void reloads++,
    drain: () =>
      isReading ? Promise.resolve(true) : new Promise<boolean>((resolve) => (read = resolve)),
    send: (message: object) => void sent.push(message as Sent),
  }
  return new CatalogueFeed(connection, {
    deviceById: (id) => devices.get(id),
    sensor: (id) => sensors.get(id),
    sensorCount: (deviceId) =>
      [...sensors.values()].filter((sensor) => sensor.deviceId === deviceId).length,
    visibleDeviceIds: () => visible,
  })
}

/** Sensors of a device come into being; what the catalogue announces of them. */
function add(deviceId: number, ...ids: number[]): DeviceChange[] {
  for (const id of ids) sensors.set(id, { id, deviceId } as Sensor)
  return [{ deviceId, isDeviceChanged: false, changedSensors: ids, removedSensors: [] }]
}
const change = (deviceId: number, more: Partial<DeviceChange> = {}): DeviceChange => ({
  ...{ deviceId, isDeviceChanged: true, changedSensors: [], removedSensors: [] },
  ...more,
})

it('LV9 gathers what changes: once within a quarter of a second, then every two', async () => {
  const feed = openFeed()
  feed.change(add(1, 11))
  feed.change(add(1, 12))
  await vi.advanceTimersByTimeAsync(250)
  expect(sent.map((message) => message.sensors.map(({ id }) => id))).toEqual([[11, 12]])
  for (let id = 100; id < 120; id++) {
    feed.change(add(1, id))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(sent).toHaveLength(2)
  expect(sent[1]?.devices).toEqual([{ id: 1, lesiId: 'DEV-1', name: 'Device 1', sensorCount: 22 }])
  feed.close()
})

it('LV9 sends nothing of what the client may not see', async () => {
  const feed = openFeed()
  feed.change(add(2, 21))
  await vi.advanceTimersByTimeAsync(5_000)
  feed.change(add(1, 11))
  visible = new Set()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([
    {
      ...{ type: 'difference', sensors: [], removedSensors: [], devices: [], removedDevices: [] },
      annotatedSensors: [],
    },
  ])
  feed.close()
})

it('LV9 sends which sensors were annotated, of those that the client may see', async () => {
  const feed = openFeed()
  feed.change(add(1, 11, 12))
  feed.change(add(2, 21))
  await vi.advanceTimersByTimeAsync(250)
  for (const id of [11, 21, 11]) feed.annotate(id < 20 ? 1 : 2, id)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.map(({ annotatedSensors }) => annotatedSensors)).toEqual([[], [11]])
  expect(sent[1]).toMatchObject({ sensors: [], devices: [] })
  feed.close()
})

it('LV9 an annotation on a device that is closed to the client is no message', async () => {
  const feed = openFeed()
  add(2, 21)
  feed.annotate(2, 21)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([])
  feed.close()
})

it('LV9 an annotation on a device that closes before it leaves is not sent', async () => {
  const feed = openFeed()
  add(1, 11)
  feed.annotate(1, 11)
  visible = new Set()
  await vi.advanceTimersByTimeAsync(250)
  expect(sent).toMatchObject([{ annotatedSensors: [] }])
  feed.close()
})

it('LV9 sends what is gone', async () => {
  roles = ['admin']
  const feed = openFeed()
  devices.delete(2)
  feed.change([change(1, { removedSensors: [11] }), change(2, { removedSensors: [21] })])
  await vi.advanceTimersByTimeAsync(250)
  expect(sent[0]).toMatchObject({ sensors: [], removedSensors: [11, 21], removedDevices: [2] })
  expect(sent[0]?.devices.map(({ id }) => id)).toEqual([1])
  feed.close()
})

it('LV9 asks the client to fetch again when there is too much, every ten seconds', async () => {
  const feed = openFeed()
  const many = Array.from({ length: maximumDifferences + 1 }, (_, index) => 1_000 + index)
  for (let second = 0; second < 20; second++) {
    feed.change(add(1, ...many))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([sent.length, reloads]).toEqual([0, 2])
  // What comes later and is little comes as itself.
  await vi.advanceTimersByTimeAsync(20_000)
  reloads = 0
  feed.change(add(1, 11))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([sent.map(({ sensors: some }) => some.map(({ id }) => id)), reloads]).toEqual([[[11]], 0])
  feed.close()
})

it('LV9 annotations of too many sensors are one request to fetch again', async () => {
  const feed = openFeed()
  for (let id = 0; id <= maximumDifferences; id++) feed.annotate(1, 1_000 + id)
  await vi.advanceTimersByTimeAsync(250)
  expect([sent.length, reloads]).toEqual([0, 1])
  feed.close()
})

it('LV9 sends a client that has gone nothing of what was gathered for it', async () => {
  const feed = openFeed()
  feed.change(add(1, 11))
  feed.close()
  feed.change(add(1, 12))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([sent, reloads]).toEqual([[], 0])
})

it('LV9 sends as many changes at once as its limit says, the device among them', async () => {
  const feed = openFeed()
  feed.change(add(1, ...Array.from({ length: maximumDifferences - 1 }, (_, id) => 1_000 + id)))
  await vi.advanceTimersByTimeAsync(250)
  expect([sent[0]?.sensors.length, reloads]).toEqual([maximumDifferences - 1, 0])
  feed.close()
})

it('LV9 sends a client that reads again the state of that moment', async () => {
  const feed = openFeed()
  isReading = false
  feed.change(add(1, 11, 12))
  await vi.advanceTimersByTimeAsync(60_000)
  sensors.delete(11)
  feed.change([change(1, { removedSensors: [11] })])
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  read(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toMatchObject([{ removedSensors: [11], sensors: [{ id: 12 }] }])
  feed.close()
})
