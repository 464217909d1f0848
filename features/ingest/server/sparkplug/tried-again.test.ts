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

beforeEach(() => {
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
})

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
