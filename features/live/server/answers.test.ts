import { expect, it } from 'vitest'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import type { LiveDevice, ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'
import { answerSubscriptions } from './answers.ts'
import type { LiveConnection } from './live-connection.ts'
import type { Body } from './pending-state.ts'
import type { LiveServices } from './services.ts'

interface Sent {
  readonly devices: readonly LiveDevice[]
  readonly withoutReading: readonly number[]
}

/**
 * The snapshot of somebody who may see `devices` of them and watches sensor 7 of device
 * 7, and another of nobody's.
 */
async function snapshotAmong(devices: number): Promise<Sent> {
  const visible = new Set(Array.from({ length: devices }, (_, index) => index + 1))
  const services = {
    catalogue: {
      visibleDeviceIds: () => visible,
      sensor: (id: number) => (id === 7 ? { id, deviceId: 7 } : undefined),
    },
    current: { get: () => undefined },
    presence: { status: () => ({ status: 'online', since: 1, lastSeen: 1 }) },
  } as unknown as LiveServices
  return new Promise((resolve) => {
    const connection = {
      scope: null,
      subscribed: new Set([7, 8]),
      drain: async () => true,
      send: resolve,
    } as unknown as LiveConnection
    answerSubscriptions(
      services,
      connection,
      () => undefined,
    )({ version: liveVersion, type: 'subscribe', sensors: [7, 8] })
  })
}

it('LV10 a snapshot names every device, or of many those that are watched', async () => {
  expect((await snapshotAmong(maximumPageSize)).devices).toHaveLength(maximumPageSize)
  expect((await snapshotAmong(maximumPageSize + 1)).devices).toEqual([[7, 'online', 1]])
})

it('LV22 a snapshot names the sensors that never had a reading', async () => {
  expect((await snapshotAmong(10)).withoutReading).toEqual([7, 8])
})

it('LV2 a past that is asked for from a time to come is asked for from now', async () => {
  const asked = Promise.withResolvers<unknown>()
  const services = {
    ...{ clock: () => 1_000_000, writer: { flush: async () => undefined } },
    catalogue: { visibleDeviceIds: () => new Set(), sensor: () => ({ id: 7, type: 'analog' }) },
    ...{ current: { get: () => undefined }, logger: { warn: () => undefined } },
    telemetry: {
      readerFor: () => ({
        rows: async (_: string, parameters: object) => {
          asked.resolve(parameters)
          return []
        },
      }),
    },
  } as unknown as LiveServices
  const connection = {
    ...{ scope: null, subscribed: new Set([7]), caller: { sessionId: '' } },
    ...{ drain: async () => true, send: () => undefined, ended: new AbortController().signal },
  } as unknown as LiveConnection
  const since = Number.MAX_SAFE_INTEGER
  answerSubscriptions(
    services,
    connection,
    () => undefined,
  )({ ...{ version: liveVersion, type: 'subscribe', sensors: [7] }, historyMs: 60_000, since })
  expect(await asked.promise).toMatchObject({ from: 1_000_000, sensors: [7] })
})

/** What is sent of sensors 7 and 8, until 8 is closed to the person while somebody waits. */
async function sentOf(historyMs: number | null, waited: 'drain' | 'rows') {
  const ended = Promise.withResolvers<void>()
  const sent: Body<ServerMessage>[] = []
  const connection = {
    ...{ scope: null, subscribed: new Set([7, 8]), caller: { sessionId: '' } },
    ended: new AbortController().signal,
    drain: async () => {
      if (waited === 'drain' && sent.length > 0) connection.subscribed.delete(8)
      return true
    },
    send: (message: Body<ServerMessage>) => {
      sent.push(message)
      if (message.type === 'history' || (historyMs === null && sent.length === 2)) ended.resolve()
    },
  }
  const long = { value: 'x'.repeat(200_000), time: 1, quality: 'good' }
  const row = (sensor: number) => ({
    ...{ sensor, all: 1, points: 1, minimumAt: 1, minimum: 1, maximumAt: 1, maximum: 1 },
    ...{ bad: 1, badFrom: 1, badTo: 1, uncertain: 1, uncertainFrom: 1, uncertainTo: 1 },
  })
  const services = {
    ...{ clock: () => 1_000_000, writer: { flush: async () => undefined } },
    catalogue: { visibleDeviceIds: () => new Set(), sensor: () => ({ type: 'analog' }) },
    current: { get: () => ({ reading: long }) },
    telemetry: {
      readerFor: () => ({
        rows: async () => {
          if (waited === 'rows') connection.subscribed.delete(8)
          return [row(7), row(8)]
        },
      }),
    },
  } as unknown as LiveServices
  answerSubscriptions(
    services,
    connection as unknown as LiveConnection,
    () => undefined,
  )({
    ...{ version: liveVersion, type: 'subscribe', sensors: [7, 8] },
    ...(historyMs === null ? {} : { historyMs }),
  })
  await ended.promise
  return sent
}

it('LV3 what is closed while a snapshot waits for its reader is in no later piece', async () => {
  const sent = await sentOf(null, 'drain')
  expect(sent).toMatchObject([{ readings: [[7, 1, expect.any(String), 0]] }, { readings: [] }])
})

it('LV3 what is closed while the past is read is not in it', async () => {
  const runs = [[7, [[1, 1]]]]
  expect((await sentOf(60_000, 'rows')).at(-1)).toMatchObject({
    ...{ type: 'history', series: [[7, [1], [1]]], bad: runs, uncertain: runs },
  })
})

it.each(['flush', 'rows'])(
  'LV24 present values do not wait for the store while it has the past of before (%s)',
  async (waited) => {
    const never = () => new Promise<never>(() => undefined)
    const waits = Promise.withResolvers<void>()
    const stuck = () => {
      waits.resolve()
      return never()
    }
    const signals: AbortSignal[] = []
    const services = {
      clock: () => 1_000_000,
      writer: { flush: waited === 'flush' ? stuck : async () => undefined },
      catalogue: { visibleDeviceIds: () => new Set(), sensor: () => ({ id: 7, type: 'analog' }) },
      ...{ current: { get: () => undefined }, logger: { warn: () => undefined } },
      telemetry: {
        readerFor: (_: string, signal: AbortSignal) => {
          signals.push(signal)
          return { rows: stuck }
        },
      },
    } as unknown as LiveServices
    const snapshots: Body<ServerMessage>[] = []
    const second = Promise.withResolvers<void>()
    const connection = {
      ...{ scope: null, subscribed: new Set([7]), caller: { sessionId: '' }, isOpen: true },
      ...{ ended: new AbortController().signal, drain: async () => true },
      send: (message: Body<ServerMessage>) => {
        snapshots.push(message)
        if (snapshots.length === 2) second.resolve()
      },
    } as unknown as LiveConnection
    const subscribe = answerSubscriptions(services, connection, () => undefined)
    const watchIt = () =>
      subscribe({ version: liveVersion, type: 'subscribe', sensors: [7], historyMs: 60_000 })
    watchIt()
    await waits.promise
    watchIt()
    await second.promise
    expect(snapshots).toMatchObject([{ type: 'snapshot' }, { type: 'snapshot' }])
    // The engine is asked to stop.
    expect(signals[0]?.aborted).toBe(true)
  },
)

/** Who watches 120 analog sensors, and what is asked of the store for it, in order. */
function manyWatched() {
  const ids = Array.from({ length: 120 }, (_, index) => index + 1)
  const asked: [string, readonly number[]][] = []
  const ended = new AbortController()
  const signals: AbortSignal[] = []
  const services = {
    clock: () => 1_000_000,
    writer: {
      flush: async ({ sensorIds }: { sensorIds: number[] }) => {
        await new Promise(setImmediate)
        asked.push(['flush', sensorIds])
      },
    },
    catalogue: { visibleDeviceIds: () => new Set(), sensor: () => ({ type: 'analog' }) },
    ...{ current: { get: () => undefined }, logger: { warn: () => undefined } },
    telemetry: {
      readerFor: (_: string, signal: AbortSignal) => {
        signals.push(signal)
        return {
          rows: async (_query: string, { sensors }: { sensors: number[] }) => {
            asked.push(['rows', sensors])
            return []
          },
        }
      },
    },
  } as unknown as LiveServices
  const connection = {
    ...{ scope: null, subscribed: new Set(ids), caller: { sessionId: '' }, isOpen: true },
    ...{ ended: ended.signal, drain: async () => true, send: () => undefined },
  } as unknown as LiveConnection
  const subscribe = (historyColumns: number) =>
    answerSubscriptions(
      services,
      connection,
      () => undefined,
    )({
      ...{ version: liveVersion, type: 'subscribe', sensors: ids },
      ...{ historyMs: 60_000, historyColumns },
    })
  return { ids, asked, ended, signals, subscribe }
}

it('LV30 the past of many sensors is read in pieces, each after what was taken of it', async () => {
  const { ids, asked, subscribe } = manyWatched()
  subscribe(200)
  await expect.poll(() => asked.flatMap(([, some]) => some).length).toBe(2 * ids.length)
  const pieces = [ids.slice(0, 25), ids.slice(25, 50), ids.slice(50, 75), ids.slice(75, 100)]
  expect(asked).toEqual(
    [...pieces, ids.slice(100)].flatMap((piece) => [
      ['flush', piece],
      ['rows', piece],
    ]),
  )
})

it('LV30 what is read for a client that has gone is given up', async () => {
  const { ended, signals, subscribe } = manyWatched()
  subscribe(90)
  await expect.poll(() => signals.length).toBe(1)
  ended.abort()
  expect(signals[0]?.aborted).toBe(true)
})

it('LV31 a snapshot has the value before the present one, and when it was replaced', async () => {
  const reading = { time: 5, value: 3, quality: 'good' }
  const values = new Map([
    [7, { reading, previous: 2, changedAt: 4 }],
    [8, { reading, previous: undefined, changedAt: undefined }],
  ])
  const services = {
    catalogue: { visibleDeviceIds: () => new Set(), sensor: () => undefined },
    current: { get: (id: number) => values.get(id) },
  } as unknown as LiveServices
  const snapshot = await new Promise((resolve) => {
    const connection = {
      ...{ scope: null, subscribed: new Set([7, 8]), drain: async () => true, send: resolve },
    } as unknown as LiveConnection
    answerSubscriptions(
      services,
      connection,
      () => undefined,
    )({ version: liveVersion, type: 'subscribe', sensors: [7, 8] })
  })
  expect(snapshot).toMatchObject({ previous: [[7, 2, 4]], withoutReading: [] })
})

it('LV5 of subscriptions of a client that does not read, only the newest is answered', async () => {
  const reads: (() => void)[] = []
  const read = () => reads.splice(0).forEach((resolve) => resolve())
  const connection = {
    ...{ scope: null, subscribed: new Set(), send: () => undefined },
    drain: () => new Promise<boolean>((resolve) => reads.push(() => resolve(true))),
  } as unknown as LiveConnection
  const services = { catalogue: { visibleDeviceIds: () => new Set() } } as unknown as LiveServices
  const watched: number[] = []
  const watch = (ids: readonly number[]) => watched.push(...ids)
  const subscribe = answerSubscriptions(services, connection, watch)
  for (const id of [1, 2, 3]) subscribe({ version: liveVersion, type: 'subscribe', sensors: [id] })
  read()
  await expect.poll(() => watched).toEqual([3])
  // Once it was answered, the next one is not held up by it, nor is anything answered again.
  await new Promise(setImmediate)
  subscribe({ version: liveVersion, type: 'subscribe', sensors: [4] })
  read()
  await expect.poll(() => watched).toEqual([3, 4])
})
