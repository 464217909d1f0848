import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from '@fastify/websocket'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import { FakeSocket } from './fake-socket.ts'
import { readingText } from './frame-text.ts'
import { LiveConnection } from './live-connection.ts'

const caller: Caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
let socket: FakeSocket
let connection: LiveConnection
let budget: Budget

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'Date'],
  })
  vi.advanceTimersByTime(100_000)
  socket = new FakeSocket()
  budget = new Budget(128 * 2 ** 20)
  connection = new LiveConnection(socket as unknown as WebSocket, caller, () => Date.now(), budget)
})
afterEach(() => void vi.useRealTimers())

const value = (sensorId: number, number: number) =>
  readingText({ sensorId, time: Date.now(), value: number, quality: 'good' })
const frames = () => socket.messages.filter((message) => message.type === 'frame')
const framesWith = (sensorId: number) =>
  frames().filter(({ readings }) => readings.some(([id]) => id === sensorId))

it('LV4 sends a first change at once, and changes of one moment together', () => {
  connection.subscribe([1, 2, 3])
  for (const id of [1, 2, 3]) connection.change(id, value(id, 5))
  vi.advanceTimersByTime(0)
  expect(frames().map(({ readings }) => readings.map(([id]) => id))).toEqual([[1, 2, 3]])
})

it('LV4 sends a stream of 200 Hz at most 20 times a second, and its last value', () => {
  connection.subscribe([1])
  for (let index = 0; index < 1_000; index++) {
    connection.change(1, value(1, index))
    vi.advanceTimersByTime(5)
  }
  vi.advanceTimersByTime(50)
  expect(frames().length).toBeGreaterThan(90)
  expect(frames().length).toBeLessThanOrEqual(102)
  expect(frames().at(-1)?.readings).toEqual([[1, expect.any(Number), 999, 0]])
})

it('LV4 has a stream at 20 a second although first changes of others leave between', () => {
  connection.subscribe(Array.from({ length: 1_001 }, (_, index) => index))
  for (let index = 0; index < 1_000; index++) {
    connection.change(0, value(0, index))
    connection.change(index + 1, value(index + 1, 1))
    vi.advanceTimersByTime(5)
  }
  vi.advanceTimersByTime(50)
  expect(framesWith(0).length).toBeLessThanOrEqual(102)
  expect(new Set(frames().flatMap(({ readings }) => readings.map(([id]) => id))).size).toBe(1_001)
})

it('LV3 does not close what has been opened again before it was sent', () => {
  connection.closeSensors([1, 2])
  connection.subscribe([1])
  vi.advanceTimersByTime(0)
  expect(socket.messages).toMatchObject([{ type: 'closed', sensors: [2] }])
})

it('LV32 what has been sent of devices, boards and lists is not sent again', () => {
  connection.changeDevice([1, 'online', 5])
  connection.changeBoard({ id: 'b', boardVersion: 2, editors: [], isOnlyEditors: false })
  connection.closeSensors([7])
  connection.changeCatalogue()
  vi.advanceTimersByTime(100)
  const first = socket.messages.splice(0).map(({ type }) => type)
  expect(first).toEqual(['closed', 'catalogue', 'devices', 'board'])
  connection.changeDevice([2, 'online', 6])
  vi.advanceTimersByTime(100)
  expect(socket.messages).toMatchObject([{ type: 'devices', devices: [[2, 'online', 6]] }])
})

it('LV5 holds the newest value of each sensor and device for a slow client, and no more', () => {
  connection.subscribe(Array.from({ length: 200 }, (_, index) => index))
  socket.reads = false
  let maximum = 0
  for (let index = 0; index < 2_000; index++) {
    for (let id = 0; id < 200; id++) connection.change(id, value(id, index))
    connection.changeDevice([index % 10, index % 20 < 10 ? 'online' : 'offline', index])
    connection.changeCatalogue()
    vi.advanceTimersByTime(20)
    maximum = Math.max(maximum, socket.bufferedAmount)
    expect(connection.pendingCount).toBeLessThanOrEqual(210)
  }
  expect(maximum).toBeGreaterThan(100_000)
  expect(maximum).toBeLessThan(150_000)
  socket.reads = true
  socket.readAll()
  vi.advanceTimersByTime(100)
  const last = new Map(
    frames().flatMap(({ readings }) => readings.map(([id, , newest]) => [id, newest] as const)),
  )
  expect([...last.values()]).toEqual(Array.from({ length: 200 }, () => 1_999))
  expect(connection.pendingCount).toBe(0)
})

it('LV5 cuts off a client that reads nothing for a minute, also when it watches nothing', () => {
  socket.bufferedAmount = 1_000_000
  for (let second = 0; second < 60; second++) {
    connection.sendIfKeepingUp({
      type: 'heartbeat',
      readingsPerSecond: 0,
      storedUpTo: null,
      storeOutage: null,
      alarmsStoppedSince: null,
    })
    vi.advanceTimersByTime(1_000)
  }
  expect(socket.terminated).toBe(false)
  vi.advanceTimersByTime(1_000)
  connection.sendIfKeepingUp({
    type: 'heartbeat',
    readingsPerSecond: 0,
    storedUpTo: null,
    storeOutage: null,
    alarmsStoppedSince: null,
  })
  expect(socket.terminated).toBe(true)
})

it('LV6 cuts off a client that does not answer the close, within 1 s', () => {
  connection.subscribe([1])
  connection.change(1, value(1, 1))
  connection.close(4401, 'over')
  connection.change(1, value(1, 2))
  expect([socket.closed, socket.terminated, connection.pendingCount]).toEqual([4401, false, 0])
  vi.advanceTimersByTime(1_000)
  expect(socket.terminated).toBe(true)
  expect(socket.messages).toEqual([])
})

it('LV20 a client without room is cut off with the reason; another does not notice', () => {
  const neighbour = new FakeSocket()
  const other = new LiveConnection(
    neighbour as unknown as WebSocket,
    { ...caller, sessionId: 'other' },
    () => Date.now(),
    budget,
  )
  for (const each of [connection, other]) each.subscribe([1])
  socket.reads = false
  socket.bufferedAmount = budget.limits('live-frame').share
  for (const each of [connection, other]) each.change(1, value(1, 5))
  vi.advanceTimersByTime(0)
  expect([socket.closed, socket.reason]).toEqual([
    4429,
    'what is sent is not read fast enough in this session',
  ])
  expect([neighbour.closed, neighbour.messages.length]).toEqual([null, 1])
  vi.advanceTimersByTime(1_000)
  expect(socket.terminated).toBe(true)
  other.dispose()
  expect(budget.usage().find(({ kind }) => kind === 'live-frame')?.bytes).toBe(0)
})

it('LV20 long texts that wait are counted, and what is watched', () => {
  const held = () => budget.usage().find(({ kind }) => kind === 'live-frame')?.bytes ?? 0
  const rest = held()
  connection.subscribe(Array.from({ length: 100 }, (_, index) => index))
  const watching = held()
  expect(watching).toBeGreaterThan(rest)
  socket.bufferedAmount = 200_000
  for (let id = 0; id < 100; id++) connection.change(id, 'x'.repeat(4_000))
  vi.advanceTimersByTime(100)
  expect(held()).toBe(watching + 200_000 + 400_000)
  for (let id = 0; id < 100; id++) connection.change(id, 'x')
  vi.advanceTimersByTime(100)
  expect(held()).toBe(watching + 200_000 + 100)
  connection.subscribe([])
  expect(held()).toBe(rest + 200_000)
})
