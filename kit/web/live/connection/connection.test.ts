import { expect, it } from 'vitest'
import { heartbeatIntervalMs } from '#kit/model/live/protocol.ts'
import type { ConnectionStatus } from './connection-status.ts'
import { Connection } from './connection.ts'
import { createFakeEnvironment, receive } from '../fake-environment.ts'

function setUp() {
  const world = createFakeEnvironment()
  const statuses: ConnectionStatus[] = []
  const connection = new Connection(world.environment, {
    onOpen: () => ({ version: 1, type: 'subscribe', sensors: [] }),
    onMessage: () => {},
    onStatus: (status) => statuses.push(status),
  })
  connection.start()
  const heartbeat = () =>
    receive(world.socket(), {
      type: 'heartbeat',
      serverTime: world.now(),
      readingsPerSecond: 1,
      storedUpTo: null,
    })
  return { world, connection, statuses, heartbeat }
}

it('is live with the first message, after it sent what it was given', () => {
  const { world, connection, heartbeat } = setUp()
  expect(connection.status().state).toBe('connecting')
  world.socket().onopen?.()
  expect(world.socket().sent).toEqual([{ version: 1, type: 'subscribe', sensors: [] }])
  heartbeat()
  expect(connection.status()).toEqual({ state: 'live', retryAt: null, isLost: false })
})

it('LC4 retries after 1000 ms, and then with a random part more', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  world.socket().onclose?.({ code: 1006 })
  expect(connection.status()).toMatchObject({ state: 'reconnecting', retryAt: world.now() + 1_000 })
  world.pass(999)
  expect(world.sockets).toHaveLength(1)
  world.pass(1)
  expect(world.sockets).toHaveLength(2)
  world.socket().onclose?.({ code: 1006 })
  expect(connection.status().retryAt).toBe(world.now() + 1_400)
  world.pass(1_400)
  expect(world.sockets).toHaveLength(3)
  heartbeat()
  world.socket().onclose?.({ code: 1006 })
  expect(connection.status().retryAt).toBe(world.now() + 1_000)
})

it('LC90 states why a connection is tried again, and when', () => {
  const { world, heartbeat } = setUp()
  heartbeat()
  world.socket().onclose?.({ code: 1006 })
  expect(world.logged).toEqual(['live socket: closed with code 1006; next attempt in 1000 ms'])
  world.pass(1_000)
  world.socket().onmessage?.({ data: 'nothing of the protocol' })
  expect(world.logged.at(-1)).toBe(
    'live socket: received what is no message of the protocol; next attempt in 1400 ms',
  )
  world.pass(1_400 + 3 * heartbeatIntervalMs)
  expect(world.logged.slice(2)).toEqual([
    'live socket: no message for three heartbeats; next attempt in 1400 ms',
  ])
})

it('LC90 states nothing where nothing is wrong, or a session has ended', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  connection.stop()
  connection.start()
  world.socket().onclose?.({ code: 4401 })
  expect(world.logged).toEqual([])
})

it('LC17 a connection counts as lost after two seconds without a message', () => {
  const { world, connection, statuses, heartbeat } = setUp()
  heartbeat()
  world.pass(400)
  world.socket().onclose?.({ code: 1006 })
  world.pass(1_000)
  heartbeat()
  expect(statuses.map(({ isLost }) => isLost)).not.toContain(true)
  expect(connection.status()).toEqual({ state: 'live', retryAt: null, isLost: false })
  world.pass(700)
  world.socket().onclose?.({ code: 1006 })
  world.pass(1_299)
  expect(connection.status()).toMatchObject({ state: 'reconnecting', isLost: false })
  world.pass(1)
  expect(connection.status()).toMatchObject({ state: 'reconnecting', isLost: true })
  heartbeat()
  expect(connection.status()).toEqual({ state: 'live', retryAt: null, isLost: false })
  // Whoever notices the loss by silence has waited for longer already.
  world.pass(3_000)
  expect(connection.status()).toMatchObject({ state: 'reconnecting', isLost: true })
})

it('LC17 a first attempt that fails is lost after two seconds', () => {
  const { world, connection } = setUp()
  world.socket().onclose?.({ code: 1006 })
  expect(connection.status().isLost).toBe(false)
  world.pass(2_000)
  expect(connection.status().isLost).toBe(true)
  connection.stop()
  expect(connection.status()).toEqual({ state: 'idle', retryAt: null, isLost: false })
})

it('LC4 does not wait when the network is back', () => {
  const { world, connection } = setUp()
  world.socket().onclose?.({ code: 1006 })
  connection.retryNow()
  expect(world.sockets).toHaveLength(2)
  world.pass(1_500)
  expect(world.sockets).toHaveLength(2)
})

it('LC5 reconnects after three silent heartbeats, not before', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  world.pass(2_500)
  heartbeat()
  world.pass(2_999)
  expect(connection.status().state).toBe('live')
  world.pass(1)
  expect(connection.status().state).toBe('reconnecting')
  expect(world.sockets[0]?.closedWith).toBeUndefined()
})

it('LC4 waits longer when the server answers that there is too much', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  world.socket().onclose?.({ code: 4429 })
  expect(connection.status()).toMatchObject({
    state: 'reconnecting',
    retryAt: world.now() + 10_000,
  })
  world.pass(9_999)
  expect(world.sockets).toHaveLength(1)
  world.pass(1)
  expect(world.sockets).toHaveLength(2)
})

it('LC6 does not try again when the session has ended', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  world.socket().onclose?.({ code: 4401 })
  expect(connection.status().state).toBe('ended')
  world.pass(60_000)
  connection.retryNow()
  expect(world.sockets).toHaveLength(1)
  connection.start()
  expect(world.sockets).toHaveLength(2)
})

it('LC6 does not try again when the right to watch was taken away', () => {
  const { world, connection, heartbeat } = setUp()
  heartbeat()
  world.socket().onclose?.({ code: 4403 })
  expect(connection.status().state).toBe('denied')
  world.pass(60_000)
  expect(world.sockets).toHaveLength(1)
})

it('LC6 asks whether the session has ended when a handshake is refused', async () => {
  const { world, connection } = setUp()
  world.socket().onclose?.({ code: 1006 })
  await Promise.resolve()
  expect(connection.status().state).toBe('reconnecting')
  world.session.refusal = 'ended'
  world.pass(1_000)
  world.socket().onclose?.({ code: 1006 })
  await Promise.resolve()
  await Promise.resolve()
  expect(connection.status().state).toBe('ended')
  world.pass(60_000)
  expect(world.sockets).toHaveLength(2)
})

it('LC6 whoever may not have a socket does not try again until the rights come', async () => {
  const { world, connection } = setUp()
  world.session.refusal = 'denied'
  world.socket().onclose?.({ code: 1006 })
  await Promise.resolve()
  await Promise.resolve()
  expect(connection.status().state).toBe('denied')
  world.pass(60_000)
  expect(world.sockets).toHaveLength(1)
  connection.start()
  expect(world.sockets).toHaveLength(2)
})

it('LC6 an answer about an attempt of before ends no later one', async () => {
  const world = createFakeEnvironment()
  const answers: PromiseWithResolvers<'ended'>[] = []
  const whyRefused = () => {
    const answer = Promise.withResolvers<'ended'>()
    answers.push(answer)
    return answer.promise
  }
  const connection = new Connection(
    { ...world.environment, whyRefused },
    {
      onOpen: () => ({ version: 1, type: 'subscribe', sensors: [] }),
      ...{ onMessage: () => {}, onStatus: () => {} },
    },
  )
  connection.start()
  for (let attempt = 0; attempt < 2; attempt++) {
    world.socket().onclose?.({ code: 1006 })
    world.pass(2_000)
  }
  answers[0]?.resolve('ended')
  await answers[0]?.promise
  await Promise.resolve()
  expect(connection.status().state).toBe('reconnecting')
  answers[1]?.resolve('ended')
  await answers[1]?.promise
  await Promise.resolve()
  expect(connection.status().state).toBe('ended')
})

it('drops a socket that is of another protocol', () => {
  const { world, connection } = setUp()
  world.socket().onmessage?.({ data: '{"version":2,"type":"heartbeat"}' })
  expect(world.sockets[0]?.closedWith).toBe(4400)
  expect(connection.status().state).toBe('reconnecting')
})

it('a stopped connection stays stopped', () => {
  const { world, connection } = setUp()
  connection.stop()
  world.pass(60_000)
  expect(world.sockets).toHaveLength(1)
  expect(connection.status().state).toBe('idle')
})
