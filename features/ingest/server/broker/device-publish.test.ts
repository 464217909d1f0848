import type { Aedes, AedesPublishPacket, PublishPacket } from 'aedes'
import { beforeEach, expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DeviceMessages, Receipt } from '../mqtt/device-messages.ts'
import { Refusals } from '../refusals/refusals.ts'
import { takePublish } from './device-publish.ts'
import { RetainedMessages } from './retained-messages.ts'

const device: CatalogueDevice = {
  id: 1,
  lesiId: 'pump-1',
  name: 'Pump',
  product: '',
  silenceMs: 60_000,
}
const telemetry = 'warroom/v1/pump-1/telemetry'
const refusedTopic = 'warroom/v1/pump-1/refused'
const problem = { field: 'temp', reason: 'must be a number' }
const refused: Receipt = { isRefused: true, problems: [problem] }

let present: CatalogueDevice | undefined
let receive: () => Promise<Receipt>
let received: number
let published: string[]
let budget: Budget
let refusals: Refusals
let retained: RetainedMessages
const broker = {
  publish: ({ topic, payload, retain }: AedesPublishPacket) =>
    void published.push(`${topic} ${String(payload)}${retain ? ' retained' : ''}`),
} as unknown as Aedes

beforeEach(() => {
  present = device
  received = 0
  receive = async () => ({ isRefused: false, problems: [] })
  published = []
  budget = new Budget(128 * 2 ** 20)
  refusals = new Refusals(Date.now, budget)
  retained = new RetainedMessages(broker)
})

async function publish(changed: Partial<PublishPacket> = {}): Promise<PublishPacket> {
  const packet = { topic: telemetry, payload: Buffer.from('{"a":1}'), qos: 1, retain: false }
  const sent = { ...packet, ...changed } as PublishPacket
  const dependencies = {
    catalogue: { device: () => present } as unknown as Catalogue,
    messages: { receive: () => (received++, receive()) } as unknown as DeviceMessages,
    ...{ refusals, budget, retained, broker },
  }
  await takePublish(dependencies, { device, address: '192.0.2.1' }, sent)
  return sent
}
const heldBytes = () => budget.usage().find(({ kind }) => kind === 'mqtt-packet')?.bytes
const listed = () => refusals.list().map(({ field, reason }) => `${field}: ${reason}`)
const clearedTopics = (now: CatalogueDevice | undefined) => {
  published = []
  retained.clearUnlessOf('pump-1', now)
  return published
}

it('IN16 counts a message until it has been dealt with, whatever its end', async () => {
  const counted: (number | undefined)[] = []
  receive = async () => (counted.push(heldBytes()), refused)
  await publish()
  receive = async () => {
    counted.push(heldBytes())
    throw new Error('later')
  }
  await expect(publish()).rejects.toThrow('later')
  const bytes = 512 + telemetry.length + 7
  expect([counted, heldBytes()]).toEqual([[bytes, bytes], 0])
})

it('IN16 asks for the message again while its device has too many bytes under way', async () => {
  budget.reserve('mqtt-packet', 'pump-1', budget.limits('mqtt-packet').share)
  await expect(publish()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(received).toBe(0)
})

it('IN6 sends the device what was refused, not retained', async () => {
  receive = async () => refused
  await publish()
  expect(published).toEqual([`${refusedTopic} ${JSON.stringify(problem)}`])
})

it('IN20 leads a message to a topic of others nowhere', async () => {
  for (const [topic, reason] of [
    ['warroom/v1/pump-2/telemetry', 'warroom/v1/pump-2/telemetry belongs to another device'],
    ['elsewhere', 'is not a topic that devices may publish to'],
  ] as const) {
    const sent = await publish({ topic, retain: true })
    expect([sent.topic, sent.retain, listed()[0]]).toEqual([
      '$SYS/refused',
      false,
      `topic: ${reason}`,
    ])
  }
  expect(received).toBe(0)
  expect(published.map((text) => text.split(' ')[0])).toEqual([refusedTopic, refusedTopic])
  for (const now of [undefined, { ...device, id: 2 }]) expect(clearedTopics(now)).toEqual([])
})

it('IN4 takes no message, and no will, of a device that was removed', async () => {
  for (const now of [undefined, { ...device, id: 2 }]) {
    present = now
    await expect(publish()).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect([received, listed()]).toEqual([
    0,
    Array.from({ length: 2 }, () => 'lesiId: the device was removed'),
  ])
})

it('IN19 an empty retained message is no document; one that is not retained is', async () => {
  expect((await publish({ payload: Buffer.alloc(0), retain: true })).retain).toBe(true)
  expect(received).toBe(0)
  await publish({ payload: Buffer.alloc(0) })
  expect(received).toBe(1)
})

it('IN19 retains what was taken, not what was refused or is of a removed device', async () => {
  receive = async () => refused
  expect((await publish({ retain: true })).retain).toBe(false)
  receive = async () => {
    present = undefined
    return { isRefused: false, problems: [] }
  }
  expect((await publish({ retain: true })).retain).toBe(false)
  expect(clearedTopics(undefined)).toEqual([])
  present = device
  receive = async () => ({ isRefused: false, problems: [problem] })
  expect((await publish({ retain: true })).retain).toBe(true)
  expect(clearedTopics(undefined)).toHaveLength(2)
})

it('IN4 clears the topics of a removed device once, and no others', async () => {
  await publish({ retain: true })
  expect(clearedTopics(device)).toEqual([])
  expect(clearedTopics({ ...device, id: 2 })).toEqual([
    `${telemetry}  retained`,
    'warroom/v1/pump-1/status  retained',
  ])
  expect(clearedTopics(undefined)).toEqual([])
})
