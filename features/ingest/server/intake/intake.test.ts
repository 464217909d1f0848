import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/errors.ts'
import { toleratedClockLeadMs as toleratedClockLead, type Reading } from '#kit/model/reading.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice, UnknownSensor } from '#kit/server/catalogue.ts'
import { Intake } from './intake.ts'

const device: CatalogueDevice = { id: 1, lesiId: 'pump-1', name: 'Pump', silenceMs: 60_000 }
const start = Date.UTC(2026, 5, 1)

let now: number
let sensors: Sensor[]
let added: UnknownSensor[]
let stored: Reading[]
let hasRoom: boolean
let write: () => Promise<void>
let bus: Bus
let failure: Error | null
let budget: Budget

function sensor(key: string, type: SensorType): Sensor {
  const limits = {
    lowerAlarm: null,
    upperAlarm: null,
    scaleLow: null,
    scaleHigh: null,
    intervalMs: 10_000,
    states: {},
    isNew: false,
  }
  return {
    ...limits,
    id: sensors.length + 1,
    deviceId: 1,
    lesiId: 'pump-1',
    key,
    alias: key,
    type,
    unit: '',
    decimals: 0,
  }
}

function createIntake(): Intake {
  const catalogue = {
    sensorByKey: (_: number, key: string) => sensors.find((known) => known.key === key),
    sensorsOf: () => sensors,
    async addSensors(_: number, missing: readonly UnknownSensor[]) {
      await new Promise((resolve) => setImmediate(resolve))
      if (failure) throw failure
      const isKnown = (key: string) => sensors.some((known) => known.key === key)
      const wanted = missing.filter(({ key }) => !key.startsWith('surplus') && !isKnown(key))
      added.push(...wanted)
      for (const { key, sample } of wanted)
        sensors.push(sensor(key, typeof sample === 'number' ? 'analog' : 'string'))
      const surplus = missing.filter(({ key }) => !isKnown(key))
      return {
        sensors,
        refused: new Map(surplus.map(({ key }) => [key, 'would be one sensor too many'])),
      }
    },
  } as unknown as Catalogue
  const writer = {
    async write(readings: readonly Reading[]) {
      await write()
      stored.push(...readings)
    },
    hasRoom: () => hasRoom,
    flush: async () => {},
    status: { journalBytes: 0, storeFailingForMs: null, hasDiskSpace: true },
    close: async () => {},
  }
  return new Intake({ catalogue, writer, bus, clock: () => now, budget })
}

const take = (intake: Intake, text: string) => intake.take(device, Buffer.from(text), 'refuse')
const stored1 = { stored: 1, refused: [] }

beforeEach(() => {
  now = start
  sensors = []
  sensors.push(sensor('temp', 'analog'), sensor('lamp', 'lamp'), sensor('batch', 'string'))
  added = []
  stored = []
  hasRoom = true
  write = () => Promise.resolve()
  failure = null
  budget = new Budget(64 * 2 ** 20)
  bus = createBus((error) => {
    throw error
  })
})

it('IN2 stores the whole document, converted to what each sensor measures', async () => {
  const outcome = await take(
    createIntake(),
    JSON.stringify({ ts: start, values: { temp: '21.5', lamp: 'RED', batch: 7, fresh: 1 } }),
  )
  expect(outcome).toEqual({ stored: 4, refused: [] })
  expect(stored.map(({ value }) => value)).toEqual([21.5, 'RED', '7', 1])
  expect(added.map(({ key }) => key)).toEqual(['fresh'])
})

it('IN2 refuses a value that its sensor cannot have, and stores the others', async () => {
  const outcome = await take(
    createIntake(),
    JSON.stringify([{ fresh: 1 }, { ts: start, values: { temp: 'warm', lamp: 'red' } }]),
  )
  const reason = 'must be a number: the sensor is of type analog'
  expect(outcome).toEqual({ stored: 2, refused: [{ field: '[1].values.temp', reason }] })
  expect(stored.map(({ value }) => value)).toEqual(['red', 1])
  expect(added.map(({ key }) => key)).toEqual(['fresh'])
})

it('IN2 a document of which every value is refused adds no readings and no sensors', async () => {
  let notified = 0
  let written = 0
  bus.on('readings', () => notified++)
  write = async () => void written++
  const outcome = await take(createIntake(), '{"temp":"warm","fresh":[1]}')
  expect(outcome).toMatchObject({ stored: 0, refused: [{ field: 'fresh' }, { field: 'temp' }] })
  expect(await take(createIntake(), 'rubbish')).toMatchObject({
    stored: 0,
    refused: [{ field: 'document' }],
  })
  expect([stored, added, notified, written]).toEqual([[], [], 0, 0])
})

it('IN2 a new sensor has the type of its first value; the others are judged by it', async () => {
  const document = '[{"fresh":1,"text":"a"},{"fresh":"x","text":2}]'
  expect(await take(createIntake(), document)).toMatchObject({
    stored: 3,
    refused: [{ field: '[1].fresh' }],
  })
  expect(stored.map(({ value }) => value)).toEqual([1, 'a', '2'])
  expect(added).toHaveLength(2)
})

it('IN30 stores "no value" of known sensors of every type, and adds no sensor for it', async () => {
  expect(await take(createIntake(), '{"temp":null,"lamp":null,"batch":null,"fresh":null}')).toEqual(
    { stored: 3, refused: [] },
  )
  expect(stored.map(({ value, quality }) => [value, quality])).toEqual(
    Array.from({ length: 3 }, () => [null, 'bad']),
  )
  expect(added).toEqual([])
  expect(await take(createIntake(), '{"fresh":null}')).toEqual({ stored: 0, refused: [] })
  expect(await take(createIntake(), '[{"fresh":null},{"fresh":2}]')).toEqual({
    stored: 2,
    refused: [],
  })
})

it('IN31 refuses a text that would be rounded when it becomes a number', async () => {
  expect(
    await take(createIntake(), '{"temp":"9007199254740993","batch":"9007199254740993"}'),
  ).toMatchObject({
    stored: 1,
    refused: [{ field: 'temp', reason: expect.stringContaining('would be rounded') }],
  })
  expect(stored.map(({ value }) => value)).toEqual(['9007199254740993'])
})

it('IN33 refuses a new key that looks like a known one, or like another new one', async () => {
  const intake = createIntake()
  sensors.push(sensor('\ufb01lter', 'analog'))
  const looks = (other: string) =>
    `looks like another sensor of this device, ${JSON.stringify(other)}`
  const document = { 'caf\u00e9': 1, 'cafe\u0301': 2, '\uff54emp': 3, filter: 4, Temp: 5 }
  expect(await take(intake, JSON.stringify(document))).toEqual({
    stored: 2,
    refused: [
      { field: 'cafe\u0301', reason: looks('caf\u00e9') },
      { field: '\uff54emp', reason: looks('temp') },
      { field: 'filter', reason: looks('\ufb01lter') },
    ],
  })
  expect(await take(intake, '{"cafe\u0301":1}')).toMatchObject({ stored: 0 })
  expect(await take(intake, '{"caf\u00e9":1}')).toEqual(stored1)
})

it('IN33 refuses one of two look-alikes that come at the same time', async () => {
  const intake = createIntake()
  const outcomes = await Promise.all(
    ['{"caf\u00e9":1}', '{"cafe\u0301":1}', '{"caf\u00e9":2}'].map((text) => take(intake, text)),
  )
  expect(outcomes.map((outcome) => outcome.stored)).toEqual([1, 0, 1])
})

it('IN3 takes the time of receipt for one more than 5 minutes ahead, as uncertain', async () => {
  const times = { a: toleratedClockLead, b: toleratedClockLead + 1, c: -86_400_000 }
  const values = Object.fromEntries(
    Object.entries(times).map(([key, offset]) => [key, { v: 1, ts: start + offset }]),
  )
  await take(createIntake(), JSON.stringify({ ...values, d: { v: 1, ts: start * 1.1, q: 'bad' } }))
  expect(stored.map(({ time, quality }) => [time - start, quality])).toEqual([
    [toleratedClockLead, 'good'],
    [0, 'uncertain'],
    [-86_400_000, 'good'],
    [0, 'bad'],
  ])
})

it('IN3 gives each value without a time one of its own, whatever the clock does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 4 })), {
        maxLength: 20,
      }),
      async (steps) => {
        const intake = createIntake()
        stored = []
        now = start
        for (const [step, count] of steps) {
          now += step
          await take(intake, JSON.stringify(Array.from({ length: count }, () => ({ temp: 1 }))))
        }
        const times = stored.map(({ time }) => time)
        expect(new Set(times).size).toBe(times.length)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      },
    ),
  )
})

it('IN5 notifies who watches at once, and rejects while too much is waiting', async () => {
  const seen: Reading[] = []
  bus.on('readings', ({ readings }) => seen.push(...readings))
  write = async () => expect(seen).toHaveLength(1)
  await take(createIntake(), '{"temp":1}')
  expect(seen).toEqual(stored)
  hasRoom = false
  await expect(take(createIntake(), '{"temp":2}')).rejects.toMatchObject({
    code: 'store_unavailable',
    retryAfterSeconds: 5,
  })
  expect(seen).toHaveLength(1)
})

it('IN5 asks for a message again when its new sensors cannot be added for now', async () => {
  failure = new Error('connect ECONNREFUSED')
  const intake = createIntake()
  await expect(take(intake, '{"fresh":1}')).rejects.toBeInstanceOf(AppError)
  await expect(take(intake, '{"fresh":1}')).rejects.toMatchObject({
    code: 'store_unavailable',
    cause: failure,
  })
  expect(await take(intake, '{"temp":1}')).toEqual(stored1)
})

it('IN15 refuses a value whose sensor can never be added, and stores the others', async () => {
  const intake = createIntake()
  expect(await take(intake, '{"surplus":2,"temp":1}')).toEqual({
    stored: 1,
    refused: [{ field: 'surplus', reason: 'would be one sensor too many' }],
  })
})

it('IN34 gives times in the order of receipt, also to one that waits for new sensors', async () => {
  const intake = createIntake()
  const waiting = take(intake, '{"temp":1,"fresh":1}')
  now += 5
  await take(intake, '{"temp":2}')
  await waiting
  const ofTemp = stored
    .filter(({ sensorId }) => sensorId === 1)
    .toSorted((one, other) => one.time - other.time)
  expect(ofTemp.map(({ value }) => value)).toEqual([1, 2])
})

it('IN3 refuses values without a time that come too fast for minutes', async () => {
  const intake = createIntake()
  const document = JSON.stringify(Array.from({ length: 2_000 }, () => ({ temp: 1 })))
  const rounds = Math.floor(toleratedClockLead / 2_000)
  for (let round = 0; round < rounds; round++) await take(intake, document)
  const reason = expect.stringContaining('send it with "ts"')
  const outcome = await take(intake, document)
  expect([outcome.stored, outcome.refused.length]).toEqual([1, 1_999])
  expect(outcome.refused[0]).toEqual({ field: '[1].temp', reason })
})

it('IN36 counts the values of a document while it waits for the disk', async () => {
  const counted: number[] = []
  const held = () => budget.usage().find(({ kind }) => kind === 'document')?.bytes ?? 0
  write = async () => void counted.push(held())
  for (const text of ['{"temp":1}          ', '{"temp":1,"batch":2}'])
    await take(createIntake(), text)
  expect((counted[1] ?? 0) - (counted[0] ?? 0)).toBe(200)
})

it('IN34 stores at the time of receipt after the clock was set back by an hour', async () => {
  const intake = createIntake()
  await take(intake, '{"temp":1}')
  now -= 3_600_000
  await take(intake, '[{"temp":2},{"temp":3}]')
  expect(stored.map(({ time }) => time - start)).toEqual([0, -3_600_000, -3_599_999])
})

it('IN35 recognises a document of a device clock ahead that is sent again', async () => {
  const intake = createIntake()
  const document = JSON.stringify({
    ts: start + 3_600_000,
    values: { temp: 1, batch: 'B', lamp: null },
  })
  for (let round = 0; round < 4; round++) {
    await take(intake, document)
    now += 60_000
  }
  expect(
    new Set(stored.map(({ sensorId, time, value }) => `${sensorId} ${time} ${value}`)).size,
  ).toBe(3)
  expect(stored.map(({ quality }) => quality).slice(0, 3)).toEqual([
    'uncertain',
    'uncertain',
    'bad',
  ])
})

it('IN36 counts what waits for the disk by device, and refuses or slows who is over', async () => {
  const intake = createIntake()
  const waiting: (() => void)[] = []
  write = () => new Promise((resolve) => waiting.push(resolve))
  const large = JSON.stringify({
    batch: 'x'.repeat(4_096),
    more: Array.from({ length: 200 }, () => 'y'.repeat(1_000)),
  })
  const documents: Promise<unknown>[] = []
  const outcomeOf = (text: string) =>
    take(intake, text).catch((error: unknown) => (error as AppError).code)
  while (budget.usage().every(({ refused }) => refused.share === 0)) {
    documents.push(outcomeOf(large))
    await Promise.resolve()
  }
  expect(documents.length).toBeLessThan(10)
  expect(await documents.at(-1)).toBe('too_many_requests')
  // A neighbour does not notice; who waits is taken when there is room again, in turn.
  const neighbour = intake.take({ ...device, lesiId: 'pump-2' }, Buffer.from(large), 'refuse')
  const order: number[] = []
  const patient = [1, 2, 3].map((each) =>
    intake.take(device, Buffer.from(large), 'wait').then(() => order.push(each)),
  )
  while (order.length < 3) {
    for (const resolve of waiting.splice(0)) resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await neighbour).toMatchObject({ stored: 1, refused: [{ field: 'more' }] })
  await Promise.all([...documents, ...patient])
  expect(order).toEqual([1, 2, 3])
  expect(budget.usage().find(({ kind }) => kind === 'document')).toMatchObject({
    bytes: 0,
    sources: 0,
  })
})
