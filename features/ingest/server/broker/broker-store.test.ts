import type { AedesPublishPacket, Client } from 'aedes'
import { beforeEach, expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { topicsOfFilter } from '../mqtt/device-filters.ts'
import { BrokerStore } from './broker-store.ts'

const topic = 'warroom/v1/pump-1/telemetry'
const status = 'warroom/v1/pump-1/status'
const message = (name: string, payload: string | Buffer, messageId = 1) =>
  ({
    cmd: 'publish',
    topic: name,
    payload: Buffer.from(payload),
    qos: 2,
    messageId,
  }) as AedesPublishPacket

let budget: Budget
let notRetained: string[]
let counted: number[]
let problem: string | null
let store: BrokerStore

beforeEach(() => {
  budget = new Budget(128 * 2 ** 20)
  notRetained = []
  counted = []
  problem = null
  store = new BrokerStore({
    budget,
    countIdentifiers: (_client, count) => (counted.push(count), problem),
    retainedTopics: (filter) => topicsOfFilter(filter, 'warroom'),
    onNotRetained: (packet) => notRetained.push(packet.topic),
  })
})

const heldBytes = () => budget.usage().find(({ kind }) => kind === 'will')?.bytes
async function retained(...filters: string[]): Promise<readonly string[]> {
  const packets = (await store.createRetainedStreamCombi(filters).toArray()) as AedesPublishPacket[]
  return packets.map(({ payload, qos }) => `${String(payload)} at ${qos}`)
}

it('IN19 retains the last message of a topic, a copy of it, at QoS 0', async () => {
  await store.storeRetained(message(topic, 'first'))
  const read = Buffer.from('second')
  await store.storeRetained({ ...message(topic, ''), payload: read })
  read.fill(0)
  expect(await retained(topic)).toEqual(['second at 0'])
  expect(heldBytes()).toBe(512 + topic.length + 6)
})

it('IN19 an empty message clears its topic, and that alone', async () => {
  await store.storeRetained(message(topic, 'reading'))
  await store.storeRetained(message(status, 'online'))
  await store.storeRetained(message(topic, ''))
  expect(await retained(topic, status)).toEqual(['online at 0'])
  await store.storeRetained(message(status, ''))
  expect([await retained(status), heldBytes()]).toEqual([[], 0])
})

it('IN19 a filter gets what it reaches, each message once', async () => {
  await store.storeRetained(message(topic, 'reading'))
  await store.storeRetained(message(status, 'online'))
  const all = ['reading at 0', 'online at 0']
  expect(await retained('warroom/v1/pump-1/#')).toEqual(all)
  expect(await retained('warroom/v1/pump-1/+', topic, status)).toEqual(all)
  expect(await retained('warroom/v1/pump-2/#', status)).toEqual(['online at 0'])
})

it('IN16 a message without room is not retained, and the one before it is gone', async () => {
  await store.storeRetained(message(topic, 'before'))
  budget.reserve('will', 'pump-1', budget.limits('will').share - (heldBytes() ?? 0))
  await store.storeRetained(message(topic, Buffer.alloc(1_000)))
  expect([notRetained, await retained(topic)]).toEqual([[topic], []])
  await store.storeRetained(message('warroom/v1/pump-2/status', 'online'))
  expect(await retained('warroom/v1/pump-2/status')).toEqual(['online at 0'])
})

it('IN16 holds the identifiers of a connection until each is released', async () => {
  const [client, other] = [{}, {}] as [Client, Client]
  for (const messageId of [1, 2, 2])
    await store.incomingStorePacket(client, message(topic, '', messageId))
  expect(counted).toEqual([1, 2, 2])
  await expect(store.incomingGetPacket(client, message(topic, '', 2))).resolves.toBeDefined()
  await expect(store.incomingGetPacket(other, message(topic, '', 2))).rejects.toThrow()
  await store.incomingDelPacket(client, message(topic, '', 2))
  await expect(store.incomingDelPacket(client, message(topic, '', 2))).rejects.toThrow()
  await expect(store.incomingGetPacket(client, message(topic, '', 2))).rejects.toThrow()
  expect(counted).toEqual([1, 2, 2, 1])
  await store.cleanIncoming(client)
  await expect(store.incomingGetPacket(client, message(topic, '', 1))).rejects.toThrow()
})

it('IN16 reports what is wrong with too many identifiers', async () => {
  problem = 'too many'
  const client = {} as Client
  await expect(store.incomingStorePacket(client, message(topic, ''))).rejects.toThrow('too many')
})
