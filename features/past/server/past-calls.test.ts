import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { noCutoffs } from '#kit/server/readings/retained-readings.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { pastPlugin } from './index.ts'
import { catalogueOf, end, newSensor, reading, reportsOf } from './testing/recordings.ts'

let engine: TestTelemetry
const app = createHttpApplication(pino({ level: 'silent' }))
const [own, theirs] = [newSensor(), newSensor('analog', { deviceId: 2 })]
const hidden = [theirs]
const flushed: unknown[] = []
let whileFlushed = () => {}
const asked: number[] = []

beforeAll(async () => {
  engine = await testTelemetry()
  const caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
  await app.register(signedInAs(() => caller))
  await app.register(pastPlugin, {
    ...{ catalogue: catalogueOf([own, theirs], hidden), telemetry: engine.telemetry },
    ...{ budget: new Budget(2 ** 24), clock: () => end },
    reports: reportsOf([]),
    retained: { hasMinutes: () => true, cutoffsOf: () => noCutoffs },
    alarms: { countBegun: async ({ sensorIds }) => (asked.push(...sensorIds), []) },
    writer: { flush: async (scope) => (flushed.push(scope), whileFlushed()) },
  })
  await storeReadings(
    engine.telemetry,
    [own, theirs].map((sensor) => reading(sensor, end - 5_000, 21)),
  )
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

const ask = async (name: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url: `/api/past/${name}`, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const sensors = [own.id, theirs.id, 4_000_000_000]
const closed = [theirs.id, 4_000_000_000]

it('PA4 of what is not open to the caller nothing leaves but that it is closed', async () => {
  const moment = await ask('moment', { sensors, at: end })
  expect(moment.body.data).toMatchObject({ readings: [[own.id, end - 5_000, 21, 0]], closed })
  expect(moment.body.data.devices).toEqual([[1, 'online', null]])
  const span = { sensors, from: end - 10_000, until: end }
  const page = await ask('span', { ...span, stepMs: 1_000 })
  expect(page.body.data).toMatchObject({ series: [[own.id, [5_000], [21], [0]]], closed })
  const trends = await ask('trends', { sensors, at: end, spanMs: 60_000, columns: 10 })
  expect(trends.body.data).toEqual([[own.id, [end - 5_000], [21]]])
  const { body } = await ask('events', { ...span, buckets: 10 })
  expect(body.data.outages.map(({ deviceId }: { deviceId: number }) => deviceId)).not.toContain(2)
  expect(asked).toEqual([own.id])
  const nearest = (part: object) => ask('nearest', { sensors: closed, at: end - 9_000, ...part })
  expect((await nearest({})).body.data).toEqual({ at: null })
  expect((await nearest({ sensors })).body.data).toEqual({ at: end - 5_000 })
  expect((await nearest({ sensors, at: end, backwards: true })).body.data.at).toBe(end - 5_000)
  expect(flushed).toContainEqual({ sensorIds: [own.id], to: end + 1 })
})

it.each([
  ['moment', { at: end }, 'readings'],
  ['span', { from: end - 10_000, until: end, stepMs: 1_000 }, 'series'],
] as const)(
  'PA33 what is closed while a %s is read leaves the server no more',
  async (name, asked, part) => {
    whileFlushed = () => void hidden.push(own)
    onTestFinished(() => {
      whileFlushed = () => {}
      hidden.splice(1)
    })
    const { body } = await ask(name, { sensors: [own.id], ...asked })
    expect(body.data).toMatchObject({ [part]: [], closed: [own.id] })
  },
)

it('PA5 the future, a reversed range and too much are refused with what is wrong', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => index)
  const span = { sensors, from: end - 1_000, until: end, stepMs: 1 }
  for (const [name, payload, field, code] of [
    ['moment', { sensors, at: end + 60_000 }, 'at', 'in_future'],
    ['nearest', { sensors, at: end + 60_000 }, 'at', 'in_future'],
    ['trends', { sensors, at: end + 60_000, spanMs: 1, columns: 1 }, 'at', 'in_future'],
    ['moment', { sensors: many, at: end }, 'sensors', 'too_many'],
    ['span', { ...span, until: end + 60_000 }, 'until', 'in_future'],
    ['span', { ...span, from: end }, 'until', 'end_before_start'],
    ['span', { ...span, from: end - 3_600_001 }, 'until', 'range_too_long'],
    ['events', { sensors, from: end, until: 1, buckets: 9 }, 'until', 'end_before_start'],
    ['events', { sensors, from: 1, until: end, buckets: 9 }, 'until', 'range_too_long'],
  ] as const) {
    const { status, body } = await ask(name, payload)
    expect([name, status, body.reasons[field][0].code]).toEqual([name, 422, code])
  }
  const present = await ask('moment', { sensors, at: end + 2_000 })
  expect(present.status).toBe(200)
})
