import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { DevicesOfGateways } from '../gateways/devices-of-gateways.ts'
import type { Intake, UnderstoodDocument } from '../intake/intake.ts'
import { CommandOutlet } from '../mqtt/command-outlet.ts'
import { writePayload, type Metric } from './payload-schema.ts'
import { SparkplugHost } from './sparkplug-host.ts'
import { parseSparkplugTopic } from './sparkplug-topics.ts'

const node: CatalogueDevice = { id: 1, lesiId: 'G--N', name: 'N', product: '', silenceMs: 60_000 }
const pump = { ...node, id: 2, lesiId: 'G--N--pump' }
const time = Date.UTC(2026, 5, 1)

let isAway: boolean
let stored: string[]
let presence: string[]
let commands: number
let host: SparkplugHost

beforeEach(() => begin())

function begin(): void {
  isAway = false
  stored = []
  presence = []
  commands = 0
  const catalogue = {
    device: (lesiId: string) => [node, pump].find((each) => each.lesiId === lesiId),
  } as unknown as Catalogue
  const intake = {
    async take({ lesiId }: CatalogueDevice, { values }: UnderstoodDocument) {
      if (isAway) throw new AppError('store_unavailable', 'later')
      for (const { key, value } of values) stored.push(`${lesiId} ${key}=${value}`)
      return { stored: values.length, refused: [] }
    },
  } as unknown as Intake
  const outlet = new CommandOutlet()
  outlet.connect({
    publish: () => void commands++,
    readiness: () => 'ready',
    publishCommand: () => undefined,
  })
  host = new SparkplugHost({
    ...{ intake, commands: outlet, budget: new Budget(128 * 2 ** 20), clock: () => time },
    gateways: new DevicesOfGateways(catalogue),
    presence: {
      messageReceived: () => undefined,
      statusReported: (id, status) => presence.push(`${id} ${status}`),
    },
  })
}

const message = (seq: number, ...metrics: readonly Metric[]) =>
  writePayload({ timestamp: time, seq, metrics })
const metric = (name: string, alias: number, doubleValue: number): Metric => ({
  ...{ name, alias, doubleValue, datatype: 10 },
})

async function send(name: string, bytes: Uint8Array): Promise<readonly string[]> {
  const topic = parseSparkplugTopic(`spBv1.0/G/${name}`)
  if (!topic) throw new Error(`no topic: ${name}`)
  return (await host.take(node, topic, bytes)).refused.map(({ reason }) => reason)
}

it('IN142 data that is tried again is what it was when it came', async () => {
  await send('NBIRTH/N', message(0, metric('load', 1, 0)))
  const data = [1, 2, 3, 4].map((seq) => message(seq, { alias: 1, doubleValue: seq }))
  isAway = true
  for (const each of data.slice(0, 3)) await expect(send('NDATA/N', each)).rejects.toThrow('later')
  isAway = false
  for (const each of data) expect(await send('NDATA/N', each)).toEqual([])
  expect(stored).toEqual([0, 1, 2, 3, 4].map((load) => `G--N load=${load}`))
  expect(commands).toBe(0)
})

it('IN142 a birth that is tried again takes nothing back of what came behind it', async () => {
  const birth = message(0, metric('load', 1, 0))
  isAway = true
  await expect(send('NBIRTH/N', birth)).rejects.toThrow('later')
  isAway = false
  expect(await send('DBIRTH/N/pump', message(1, metric('temp', 7, 20)))).toEqual([])
  expect(await send('NBIRTH/N', birth)).toEqual([])
  expect(await send('DDATA/N/pump', message(2, { alias: 7, doubleValue: 21 }))).toEqual([])
  expect(stored).toEqual(['G--N--pump temp=20', 'G--N load=0', 'G--N--pump temp=21'])
  expect([commands, presence]).toEqual([0, ['1 online', '2 online']])
})

it('IN143 what a broker hands over again after a lost connection shows no loss', async () => {
  await send('NBIRTH/N', message(0, metric('load', 1, 0)))
  const data = [1, 2, 3, 4].map((seq) => message(seq, { alias: 1, doubleValue: seq }))
  const copies = data.map((each) => Buffer.from(each))
  for (const each of [...data.slice(0, 3), ...copies.slice(1)])
    expect(await send('NDATA/N', each)).toEqual([])
  expect(stored).toEqual([0, 1, 2, 3, 2, 3, 4].map((load) => `G--N load=${load}`))
  expect(commands).toBe(0)
})

it('IN143 another message of a number that was there shows a loss', async () => {
  await send('NBIRTH/N', message(0, metric('load', 1, 0)))
  for (const seq of [1, 2, 3]) await send('NDATA/N', message(seq, { alias: 1, doubleValue: seq }))
  const other = message(2, { alias: 1, doubleValue: 9 })
  expect(await send('NDATA/N', other)).toEqual([expect.stringContaining('messages are missing')])
  expect(commands).toBe(1)
})

it('IN143 what comes again of the time before a birth is not taken for what is now', async () => {
  await send('NBIRTH/N', message(0))
  await send('DBIRTH/N/pump', message(1, metric('temp', 7, 20)))
  const data = message(2, { alias: 7, doubleValue: 21 })
  await send('DDATA/N/pump', data)
  const birth = message(3, metric('pressure', 7, 1))
  await send('DBIRTH/N/pump', birth)
  expect(await send('DBIRTH/N/pump', Buffer.from(birth))).toEqual([])
  expect(commands).toBe(0)
  expect(await send('DDATA/N/pump', Buffer.from(data))).toHaveLength(1)
  expect(stored.filter((each) => each.includes('pressure'))).toEqual(
    Array(2).fill('G--N--pump pressure=1'),
  )
})

/** What an edge node does, what is lost of it, and what a broker hands over again. */
const acts = fc.array(
  fc.oneof(
    fc.constantFrom('birth', 'device birth', 'device death', 'death'),
    {
      arbitrary: fc.constantFrom('data', 'device data', 'lost data', 'lost device birth'),
      weight: 2,
    },
    { arbitrary: fc.integer({ min: 1, max: 6 }), weight: 1 },
  ),
  { maxLength: 40 },
)

it('IN143 whatever is lost and comes again, no value becomes that of another metric', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.infiniteStream(fc.boolean()), async (all, swaps) => {
      begin()
      const delivered: (readonly [name: string, bytes: Uint8Array])[] = []
      const aliases = { N: [1, 2], pump: [3, 4] }
      let [sequence, births, count] = [0, 0, 0]
      const names = { N: ['n0', 'n1'], pump: ['p0', 'p1'] }
      const born = (of: 'N' | 'pump') => {
        if (swaps.next().value) aliases[of].reverse()
        return names[of].map((name, index) => metric(name, aliases[of][index] ?? 0, index))
      }
      const deliver = async (name: string, bytes: Uint8Array) => {
        delivered.push([name, bytes])
        await send(name, bytes)
      }
      const next = () => (sequence = (sequence + 1) % 256)
      const data = (of: 'N' | 'pump', index: number) =>
        message(next(), { alias: aliases[of][index] ?? 0, doubleValue: ++count * 10 + index })
      const birthSequence = () => ({ name: 'bdSeq', datatype: 8, longValue: births })
      for (const act of all) {
        const index = count % 2
        if (typeof act === 'number')
          for (const [name, bytes] of delivered.slice(-act)) await send(name, Buffer.from(bytes))
        else if (act === 'birth') {
          sequence = 0
          births++
          await deliver('NBIRTH/N', message(0, birthSequence(), ...born('N')))
        } else if (act === 'death')
          await deliver('NDEATH/N', writePayload({ timestamp: time, metrics: [birthSequence()] }))
        else if (act === 'data') await deliver('NDATA/N', data('N', index))
        else if (act === 'device data') await deliver('DDATA/N/pump', data('pump', index))
        else if (act === 'device death') await deliver('DDEATH/N/pump', message(next()))
        else if (act === 'device birth')
          await deliver('DBIRTH/N/pump', message(next(), ...born('pump')))
        else if (act === 'lost data') data('N', index)
        else message(next(), ...born('pump'))
      }
      for (const each of stored) {
        const [, of, value] = /^G--N(?:--pump)? [np](\d)=(\d+)$/.exec(each) ?? []
        if (each.includes('bdSeq')) continue
        expect(Number(value) % 10, each).toBe(Number(of))
      }
    }),
    { numRuns: 300 },
  )
})
