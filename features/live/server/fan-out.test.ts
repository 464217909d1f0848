import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from '@fastify/websocket'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import { FakeSocket } from './fake-socket.ts'
import { FanOut } from './fan-out.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveServices } from './services.ts'
import { SocketRights } from './socket-rights.ts'
import { Subscriptions } from './subscriptions.ts'

let bus: Bus
/** Sensors and devices that everybody here may see. */
let sensors: Set<number>
let devices: Set<number>
let socket: FakeSocket
let subscriptions: Subscriptions
let connection: LiveConnection
let fanOut: FanOut
/** Answers of the session, in the order in which they are asked for. */
let answers: PromiseWithResolvers<Caller | null>[]
let stops: (() => void)[]

const caller: Caller = { userId: 1, sessionId: 's', roles: ['admin'], permissions: [] }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] })
  bus = createBus((error) => {
    throw error
  })
  ;[sensors, devices, answers] = [new Set([7, 8]), new Set([1]), []]
  const catalogue = {
    maySeeSensor: (_caller: Caller, id: number) => sensors.has(id),
    visibleDeviceIds: () => devices,
    deviceById: () => undefined,
    sensor: () => undefined,
    sensorCount: () => 0,
  } as unknown as LiveServices['catalogue']
  subscriptions = new Subscriptions(catalogue)
  socket = new FakeSocket()
  const budget = new Budget(128 * 2 ** 20)
  connection = new LiveConnection(socket as unknown as WebSocket, caller, Date.now, budget)
  fanOut = new FanOut({ bus, catalogue }, subscriptions)
  fanOut.add(connection)
  const logger = { warn: () => undefined } as unknown as LiveServices['logger']
  const callerOfSession = () => {
    const answer = Promise.withResolvers<Caller | null>()
    answers.push(answer)
    return answer.promise
  }
  const kiosks = { accessOf: async () => null, accessOfLink: async () => null }
  const services = { bus, logger, callerOfSession, kiosks }
  const rights = new SocketRights(services, new Set([connection]), subscriptions)
  stops = [() => fanOut.close(), () => rights.close(), () => connection.dispose()]
  subscriptions.replace(connection, [7, 8])
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

const sent = <Type extends string>(type: Type) =>
  socket.messages.filter((message) => message.type === type)
const reading = (sensorId: number) =>
  ({ sensorId, time: 1, value: sensorId, quality: 'good' }) as const
const board = { boardId: 'b', version: 2, editors: [], isOnlyEditors: false }
const change = { deviceId: 1, isDeviceChanged: false, changedSensors: [], removedSensors: [7] }

it('LV3 a sensor that is removed is closed to whoever watches it', () => {
  sensors.delete(7)
  bus.emit('catalogueChanged', { changes: [change] })
  bus.emit('current', { readings: [reading(7), reading(8)] })
  vi.advanceTimersByTime(100)
  expect(sent('closed')).toMatchObject([{ sensors: [7] }])
  expect(sent('frame')).toMatchObject([{ readings: [[8, 1, 8, 0]] }])
})

it('LV3 the state of a device that is not open to the person is not sent', () => {
  bus.emit('deviceStatus', { deviceId: 1, status: 'online', since: 5, isReported: false })
  bus.emit('deviceStatus', { deviceId: 2, status: 'online', since: 5, isReported: false })
  vi.advanceTimersByTime(100)
  expect(sent('devices')).toMatchObject([{ devices: [[1, 'online', 5]] }])
})

it.each([
  ['devices', () => bus.emit('catalogueChanged', { changes: [change] })],
  ['bindings', () => bus.emit('visibilityChanged', { userIds: [1] })],
  ['boards', () => bus.emit('boardChanged', { ...board, audience: { userIds: [], roles: [] } })],
])('LV23 lists that were fetched before %s changed are outdated', (_name, emit) => {
  fanOut.compare(connection, 60_000)
  vi.advanceTimersByTime(100)
  expect(sent('outdated')).toEqual([])
  emit()
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
  fanOut.compare(connection, 10_000)
  vi.advanceTimersByTime(100)
  expect(sent('outdated')).toEqual([])
  fanOut.compare(connection, 40_000)
  vi.advanceTimersByTime(100)
  expect(sent('outdated')).toHaveLength(1)
  later.mockRestore()
})

it('LV8 what could not be checked is checked again, until it is closed', async () => {
  const failed = async () => {
    answers.at(-1)?.reject(new Error('Connection terminated unexpectedly'))
    await vi.advanceTimersByTimeAsync(0)
  }
  bus.emit('rightsChanged', { userIds: [1] })
  await failed()
  await vi.advanceTimersByTimeAsync(300)
  expect(answers).toHaveLength(2)
  await failed()
  expect(socket.closed).toBeNull()
  await vi.advanceTimersByTimeAsync(300)
  answers.at(-1)?.resolve(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(socket.closed).toBe(4401)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toHaveLength(3)
})

it('LV8 what opens or closes to a person ends their subscriptions at once', () => {
  sensors.delete(8)
  bus.emit('visibilityChanged', { userIds: [2] })
  expect([...connection.subscribed]).toEqual([7, 8])
  bus.emit('visibilityChanged', { userIds: [1] })
  vi.advanceTimersByTime(100)
  expect([...connection.subscribed]).toEqual([7])
  expect(sent('closed')).toMatchObject([{ sensors: [8] }])
  expect(sent('catalogue')).toHaveLength(1)
})

it('LV8 what waits of a device that closes to a person is not sent', () => {
  bus.emit('deviceStatus', { deviceId: 1, status: 'online', since: 5, isReported: false })
  devices.delete(1)
  bus.emit('visibilityChanged', { userIds: [1] })
  vi.advanceTimersByTime(100)
  expect(sent('catalogue')).toHaveLength(1)
  expect(sent('devices')).toEqual([])
})

it('LV8 of two checks at once the one that began later counts', async () => {
  bus.emit('rightsChanged', { userIds: [1] })
  bus.emit('rightsChanged', { userIds: null })
  const [first, second] = answers
  sensors.delete(8)
  second?.resolve({ ...caller, roles: ['basic'], permissions: ['view menu warroom'] })
  await vi.advanceTimersByTimeAsync(0)
  first?.resolve(caller)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.caller.roles).toEqual(['basic'])
  expect([...connection.subscribed]).toEqual([7])
})

it('LV8 of two checks at once the earlier one counts where the later one fails', async () => {
  bus.emit('rightsChanged', { userIds: [1] })
  bus.emit('rightsChanged', { userIds: [1] })
  const [first, second] = answers
  second?.reject(new Error('Connection terminated unexpectedly'))
  await vi.advanceTimersByTimeAsync(0)
  first?.resolve({ ...caller, roles: ['basic'], permissions: ['view menu warroom'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.caller.roles).toEqual(['basic'])
  // What the later one would have found is looked for again.
  await vi.advanceTimersByTimeAsync(300)
  expect(answers).toHaveLength(3)
})

it('PG15 a change of a board reaches those to whom it is open, without themselves', () => {
  const editors = [
    { userId: 1, name: 'I', tabs: 1 },
    { userId: 2, name: 'Mai', tabs: 2 },
  ]
  type Audience = { userIds: number[]; roles: string[] }
  const emit = (boardId: string, audience: Audience, isOnlyEditors = false) =>
    bus.emit('boardChanged', { boardId, version: 2, editors, isOnlyEditors, audience })
  emit('of people', { userIds: [2, 1], roles: [] })
  // Comes on the heels of a save, which counts.
  emit('of people', { userIds: [2, 1], roles: [] }, true)
  emit('of editors', { userIds: [2, 1], roles: [] }, true)
  emit('of a role', { userIds: [], roles: ['admin'] })
  emit('of others', { userIds: [2], roles: ['basic'] })
  connection.caller = { ...caller, roles: ['basic', 'admin'] }
  emit('of one of the roles', { userIds: [], roles: ['admin'] })
  vi.runAllTimers()
  expect(socket.messages.filter(({ type }) => type === 'board')).toMatchObject([
    { id: 'of people', version: 1, boardVersion: 2, editors: ['Mai'], isOnlyEditors: false },
    { id: 'of editors', version: 1, boardVersion: 2, editors: ['Mai'], isOnlyEditors: true },
    { id: 'of a role', version: 1, boardVersion: 2, editors: ['Mai'], isOnlyEditors: false },
    { id: 'of one of the roles', version: 1, boardVersion: 2, editors: ['Mai'] },
  ])
})
