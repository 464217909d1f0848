import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice, UnknownSensor } from '#kit/server/catalogue.ts'
import { Intake, toleratedClockLead } from './intake.ts'

const device: CatalogueDevice = { id: 1, lesiId: 'pump-1', name: 'Pump', silenceMs: 60_000 }
const start = Date.UTC(2026, 5, 1)

let now: number
let sensors: Sensor[]
let added: UnknownSensor[]
let stored: Reading[]
let room: boolean
let bus: Bus
let failure: Error | null

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
  return { ...limits, id: sensors.length + 1, deviceId: 1, lesiId: 'pump-1', key, alias: key, type, unit: '', decimals: 0 }
}

function createIntake(): Intake {
  const catalogue = {
    sensorByKey: (_: number, key: string) => sensors.find((known) => known.key === key),
    sensorsOf: () => sensors,
    async addSensors(_: number, missing: readonly UnknownSensor[]) {
      if (failure) throw failure
      const wanted = missing.filter(({ key }) => !key.startsWith('surplus'))
      added.push(...wanted)
      for (const { key, sample } of wanted) sensors.push(sensor(key, typeof sample === 'number' ? 'analog' : 'string'))
      const surplus = missing.filter((each) => !wanted.includes(each))
      return { sensors, refused: new Map(surplus.map(({ key }) => [key, 'would be one sensor too many'])) }
    },
  } as unknown as Catalogue
  const writer = {
    write: async (readings: readonly Reading[]) => void stored.push(...readings),
    hasRoom: () => room,
    flush: async () => {},
    close: async () => {},
  }
  return new Intake({ catalogue, writer, bus, clock: () => now })
}

beforeEach(() => {
  now = start
  sensors = []
  sensors.push(sensor('temp', 'analog'), sensor('lamp', 'lamp'), sensor('batch', 'string'))
  added = []
  stored = []
  room = true
  failure = null
  bus = createBus((error) => {
    throw error
  })
})

it('IN2 stores the whole document, converted to what each sensor measures', async () => {
  const outcome = await createIntake().take(
    device,
    JSON.stringify({ ts: start, values: { temp: '21.5', lamp: 'RED', batch: 7, fresh: 1 } }),
  )
  expect(outcome).toEqual({ stored: 4 })
  expect(stored.map(({ value }) => value)).toEqual([21.5, 'RED', '7', 1])
  expect(added.map(({ key }) => key)).toEqual(['fresh'])
})

it('IN2 refuses the whole document for one value, and adds no sensors for it', async () => {
  const outcome = await createIntake().take(device, JSON.stringify({ fresh: 1, temp: 'warm' }))
  expect(outcome).toEqual({ problem: { field: 'temp', reason: 'must be a number: the sensor is of type analog' } })
  expect([stored, added]).toEqual([[], []])
})

it('IN3 takes the time of receipt for a time more than 5 minutes ahead, as uncertain, and leaves others as they are', async () => {
  const times = { a: toleratedClockLead, b: toleratedClockLead + 1, c: -86_400_000 }
  const values = Object.fromEntries(Object.entries(times).map(([key, offset]) => [key, { v: 1, ts: start + offset }]))
  await createIntake().take(device, JSON.stringify({ ...values, d: { v: 1, ts: start * 1.1, q: 'bad' } }))
  expect(stored.map(({ time, quality }) => [time - start, quality])).toEqual([
    [toleratedClockLead, 'good'],
    [0, 'uncertain'],
    [-86_400_000, 'good'],
    [0, 'bad'],
  ])
})

it('IN3 gives each value without a time one of its own, also when the clock stands still or goes back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 4 })), { maxLength: 20 }),
      async (steps) => {
        const intake = createIntake()
        stored = []
        now = start
        for (const [step, count] of steps) {
          now += step
          await intake.take(device, JSON.stringify(Array.from({ length: count }, () => ({ temp: 1 }))))
        }
        const times = stored.map(({ time }) => time)
        expect(new Set(times).size).toBe(times.length)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      },
    ),
  )
})

it('IN5 tells who watches at once, and rejects while too much is waiting', async () => {
  const heard: Reading[] = []
  bus.on('readings', ({ readings }) => heard.push(...readings))
  await createIntake().take(device, '{"temp":1}')
  expect(heard).toEqual(stored)
  room = false
  await expect(createIntake().take(device, '{"temp":2}')).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(heard).toHaveLength(1)
})

it('IN5 asks for the message again when new sensors cannot be added, and does not need that for known ones', async () => {
  failure = new Error('connect ECONNREFUSED')
  const intake = createIntake()
  await expect(intake.take(device, '{"fresh":1}')).rejects.toBeInstanceOf(AppError)
  await expect(intake.take(device, '{"fresh":1}')).rejects.toMatchObject({ code: 'store_unavailable', cause: failure })
  expect(await intake.take(device, '{"temp":1}')).toEqual({ stored: 1 })
})

it('IN15 refuses a value whose sensor can never be added, with the reason, and does not ask for it again', async () => {
  const intake = createIntake()
  expect(await intake.take(device, '{"surplus":2}')).toEqual({
    problem: { field: 'surplus', reason: 'would be one sensor too many' },
  })
  expect(await intake.take(device, '{"temp":1}')).toEqual({ stored: 1 })
})
