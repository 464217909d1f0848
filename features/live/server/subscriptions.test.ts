import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WebSocket } from '@fastify/websocket'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import { FakeSocket } from './fake-socket.ts'
import { LiveConnection } from './live-connection.ts'
import { Subscriptions } from './subscriptions.ts'

let budget: Budget
/** Sensors that each person may see. */
let open: Map<number, Set<number>>
let subscriptions: Subscriptions
const connections: LiveConnection[] = []

beforeEach(() => {
  budget = new Budget(128 * 2 ** 20)
  open = new Map()
  subscriptions = new Subscriptions({
    maySeeSensor: ({ userId }, sensorId) => open.get(userId)?.has(sensorId) ?? false,
    visibleDeviceIds: () => new Set(),
    sensor: () => undefined,
  })
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.dispose()
})

function connect(userId: number, ...sensorIds: readonly number[]) {
  open.set(userId, new Set(sensorIds))
  const socket = new FakeSocket()
  const caller: Caller = { userId, sessionId: `s${userId}`, roles: ['basic'], permissions: [] }
  const connection = new LiveConnection(
    socket as unknown as WebSocket,
    caller,
    () => Date.now(),
    budget,
  )
  connections.push(connection)
  return { socket, connection }
}
const watchers = (sensorId: number) => [...subscriptions.watchersOf(sensorId)]

it('LV3 a connection watches what is open to its person, and what it asked for last', () => {
  const [one, other] = [connect(1, 7, 8), connect(2, 8)]
  subscriptions.replace(one.connection, [7, 8, 9])
  subscriptions.replace(other.connection, [7, 8])
  expect([7, 8, 9].map((id) => watchers(id).length)).toEqual([1, 2, 0])
  subscriptions.replace(one.connection, [7])
  expect(watchers(8)).toEqual([other.connection])
  expect(watchers(7)).toEqual([one.connection])
})

it('LV3 what is closed to a person is watched no more, by them alone', () => {
  const [one, other] = [connect(1, 7), connect(2, 7)]
  for (const { connection } of [one, other]) subscriptions.replace(connection, [7])
  open.set(1, new Set())
  subscriptions.restrict(one.connection)
  expect(watchers(7)).toEqual([other.connection])
})

it('LV20 of a client that was cut off for want of room nothing is left', () => {
  const { socket, connection } = connect(1, 7)
  subscriptions.replace(connection, [7])
  socket.reads = false
  socket.bufferedAmount = budget.limits('live-frame').share
  connection.send({ type: 'catalogue' })
  expect(socket.closed).toBe(4429)
  connection.change(7, 'x'.repeat(1_000))
  expect(connection.pendingCount).toBe(0)
  subscriptions.remove(connection)
  expect(watchers(7)).toEqual([])
})
