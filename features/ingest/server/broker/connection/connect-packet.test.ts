import type { ConnectPacket } from 'aedes'
import { expect, it } from 'vitest'
import { prepareConnect } from './connect-packet.ts'

const connect = (changed: Partial<ConnectPacket>) =>
  ({ clientId: '', username: 'pump-1', keepalive: 60, clean: true, ...changed }) as ConnectPacket

it('IN16 gives a connection without a keep-alive the longest that MQTT can name', () => {
  const keepAlives = [0, undefined, 1, 65_535].map((keepalive) => {
    const packet = connect({ keepalive } as Partial<ConnectPacket>)
    prepareConnect(packet)
    return packet.keepalive
  })
  expect(keepAlives).toEqual([65_535, 65_535, 1, 65_535])
})

it('IN16 allows client ids and wills up to their limits', () => {
  const will = (topic: string, length: number) =>
    ({ topic, payload: Buffer.alloc(length), qos: 0, retain: false }) as const
  const problemOf = (changed: object) => prepareConnect(connect(changed)).problem
  expect(problemOf({ clientId: 'c'.repeat(256), will: will('topic', 4_091) })).toBeNull()
  expect(problemOf({ clientId: 'c'.repeat(257) })).toMatchObject({
    field: 'client id',
    returnCode: 2,
  })
  expect(problemOf({ will: will('topic', 4_092) })).toMatchObject({ field: 'will', returnCode: 5 })
})

it('IN117 refuses a session without a client id that asks to outlive its connection', () => {
  const problemOf = (clientId: string, clean: boolean) =>
    prepareConnect(connect({ clientId, clean })).problem?.returnCode
  expect([problemOf('', false), problemOf('', true), problemOf('c', false)]).toEqual([
    ...[2, undefined, undefined],
  ])
})

it('IN4 connections without a client id never meet, and a long one is not held', () => {
  const idOf = (clientId: string) => {
    const packet = connect({ clientId })
    prepareConnect(packet)
    return packet.clientId
  }
  expect(idOf('c')).toBe('c')
  expect(idOf('')).not.toBe(idOf(''))
  expect(idOf('c'.repeat(300))).toHaveLength(256)
})

it('IN15 holds a copy of a will, and no session', () => {
  const read = Buffer.from('CONNECT… offline')
  const packet = connect({
    ...{ clientId: 'c', clean: false },
    will: { topic: 't', payload: read.subarray(-7), qos: 0, retain: false },
  } as Partial<ConnectPacket>)
  expect(prepareConnect(packet).willBytes).toBe(8)
  read.fill(0)
  expect([String(packet.will?.payload), packet.clean]).toEqual(['offline', true])
})
