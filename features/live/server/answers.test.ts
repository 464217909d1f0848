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
