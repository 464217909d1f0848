import { expect, it } from 'vitest'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import type { LiveDevice } from '#kit/model/live/messages.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'
import { answerSubscriptions } from './answers.ts'
import type { LiveConnection } from './live-connection.ts'
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
    ...{ drain: async () => true, send: () => undefined },
  } as unknown as LiveConnection
  const since = Number.MAX_SAFE_INTEGER
  answerSubscriptions(
    services,
    connection,
    () => undefined,
  )({ ...{ version: liveVersion, type: 'subscribe', sensors: [7] }, historyMs: 60_000, since })
  expect(await asked.promise).toMatchObject({ from: 1_000_000, sensors: [7] })
})
