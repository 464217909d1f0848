import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeviceStatus } from '#kit/model/device.ts'
import { createBus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { PresenceTracker } from './presence.ts'

const silenceMs = 60_000
let now = 1_000_000
/** How long the process has run. */
let ran = 0
let registered: Set<number>
let changes: [number, DeviceStatus, number][]
let presence: PresenceTracker

beforeEach(() => {
  now = 1_000_000
  ran = 0
  registered = new Set([1, 2])
  changes = []
  const bus = createBus((error) => {
    throw error
  })
  bus.on('deviceStatus', ({ deviceId, status, since }) => changes.push([deviceId, status, since]))
  const catalogue = {
    deviceById: (id: number) =>
      registered.has(id) ? { id, lesiId: `d-${id}`, name: '', silenceMs } : undefined,
  }
  presence = new PresenceTracker(
    {
      ...{ catalogue: catalogue as unknown as Catalogue, bus },
      ...{ clock: () => now, monotonic: () => ran },
    },
    new Map([[2, 500_000]]),
  )
})

function pass(ms: number): void {
  now += ms
  ran += ms
}
afterEach(() => presence.close())

it('DE4 has a device offline before its first message, since its newest stored reading', () => {
  expect(presence.status(1)).toEqual({ status: 'offline', since: null, lastSeen: null })
  expect(presence.status(2)).toEqual({ status: 'offline', since: 500_000, lastSeen: 500_000 })
  expect(changes).toEqual([])
})

it('DE4 takes a device for online from its first message on, and announces it once', () => {
  presence.messageReceived(1)
  pass(10)
  presence.messageReceived(1)
  expect(changes).toEqual([[1, 'online', 1_000_000]])
  expect(presence.status(1)).toEqual({ status: 'online', since: 1_000_000, lastSeen: 1_000_010 })
})

it('DE4 takes a device for offline after more silence than configured, and not before', () => {
  presence.messageReceived(1)
  pass(silenceMs)
  presence.checkSilence()
  expect(presence.status(1).status).toBe('online')
  pass(1)
  presence.checkSilence()
  presence.checkSilence()
  expect(changes.slice(1)).toEqual([[1, 'offline', now]])
  expect(presence.status(1).lastSeen).toBe(1_000_000)
})

it('DE4 takes a silent device for offline also after the clock was set back', () => {
  presence.messageReceived(1)
  now -= 3_600_000
  presence.checkSilence()
  expect(presence.status(1).status).toBe('online')
  pass(60_001)
  presence.checkSilence()
  expect(presence.status(1).status).toBe('offline')
})

it('DE9 after the clock was set back no status is one since a moment that is yet to come', () => {
  presence.messageReceived(1)
  now -= 400_000
  presence.checkSilence()
  expect(presence.status(1)).toEqual({ status: 'online', since: now, lastSeen: now })
  expect(presence.status(2).since).toBe(500_000)
})

it('DE8 a clock that is set ahead makes no device silent', () => {
  presence.messageReceived(1)
  now += 3_600_000
  presence.checkSilence()
  expect(changes).toEqual([[1, 'online', 1_000_000]])
  pass(silenceMs + 1)
  presence.checkSilence()
  expect(changes.slice(1)).toEqual([[1, 'offline', now]])
})

it('DE4 takes over what the device or its will says, also before any other message', () => {
  presence.statusReported(1, 'offline')
  presence.statusReported(1, 'offline')
  presence.statusReported(1, 'online')
  presence.statusReported(2, 'offline')
  expect(changes).toEqual([
    [1, 'offline', now],
    [1, 'online', now],
  ])
  presence.statusReported(1, 'offline')
  pass(5)
  presence.messageReceived(1)
  expect(presence.status(1)).toEqual({ status: 'online', since: now, lastSeen: now })
})

it('DE4 removes devices that were removed', () => {
  presence.messageReceived(1)
  registered.delete(1)
  presence.checkSilence()
  expect(presence.status(1)).toEqual({ status: 'offline', since: null, lastSeen: null })
})
