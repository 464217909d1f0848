import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { historyPlugin } from '../index.ts'
import { newSensor } from '../testing/reports.ts'
import { keptWhole } from '../testing/wide-columns.ts'

let engine: TestTelemetry
const app = createHttpApplication(pino({ level: 'silent' }))
const flow = { ...newSensor('analog'), unit: 'm³/h' }
const batch = newSensor('string')
const all = [flow, batch]
const hour = 3_600_000
/** The clocks of St. John’s go back an hour at two in this morning. */
const midnight = Date.parse('2026-11-01T00:00:00-02:30')

beforeAll(async () => {
  engine = await testTelemetry()
  const catalogue = {
    device: (lesiId: string) => (lesiId === 'DEV' ? { id: 1, lesiId } : undefined),
    visibleDeviceIds: () => new Set([1]),
    bindingsOf: () => new Map(),
    sensorByKey: (_: number, key: string) => all.find((sensor) => sensor.key === key),
    sensorsOf: () => all,
  } as unknown as Catalogue
  const caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
  await app.register(signedInAs(() => caller))
  await app.register(historyPlugin, {
    ...{ catalogue, telemetry: engine.telemetry, budget: new Budget(64 * 2 ** 20) },
    ...{ clock: () => midnight + 48 * hour, writer: { flush: async () => {} } },
    timezone: 'America/St_Johns',
    kept: keptWhole,
    kiosks: { accessOf: async () => null, accessOfLink: async () => null },
  })
  await storeReadings(engine.telemetry, [
    ...Array.from({ length: 25 }, (_, index) => ({
      ...{ sensorId: flow.id, time: midnight + index * hour, value: index },
      quality: 'good' as const,
    })),
    { sensorId: flow.id, time: midnight + hour, value: 100, quality: 'uncertain' },
    { sensorId: flow.id, time: midnight + hour / 2, value: null, quality: 'bad' },
    { sensorId: batch.id, time: midnight, value: '=1+1, "x"', quality: 'good' },
    { sensorId: batch.id, time: midnight + 1, value: null, quality: 'bad' },
  ])
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

interface Page {
  readonly data: readonly unknown[]
  readonly meta: { readonly next: string | null }
}

async function ask(query: Readonly<Record<string, string>>, file = '') {
  const whole = { thing: 'DEV', sensor: flow.key, from: '2026-11-01', to: '2026-11-02', ...query }
  return app.inject({ url: `/api/history/readings${file}?${new URLSearchParams(whole)}` })
}

it('HI75 readings come as rows with time, value and quality, a day of 25 hours whole', async () => {
  const { data, meta } = (await ask({})).json()
  expect(meta).toEqual({ unit: 'm³/h', next: null })
  expect(data).toHaveLength(27)
  expect(data.slice(0, 4)).toEqual([
    { time: '2026-11-01T02:30:00.000Z', value: 0, quality: 'good' },
    { time: '2026-11-01T03:00:00.000Z', value: null, quality: 'bad' },
    { time: '2026-11-01T03:30:00.000Z', value: 1, quality: 'good' },
    { time: '2026-11-01T03:30:00.000Z', value: 100, quality: 'uncertain' },
  ])
})

it('HI75 page by page each row comes once, also where several have one time', async () => {
  const whole = (await ask({})).json().data
  for (const limit of ['1', '3', '4', '27']) {
    const rows: unknown[] = []
    let from: string | null = '2026-11-01'
    while (from !== null) {
      const { data, meta }: Page = (await ask({ from, limit })).json()
      rows.push(...data)
      from = meta.next
    }
    expect(rows).toEqual(whole)
  }
})

it('HI76 steps are those of the site’s clock, of good and uncertain readings', async () => {
  const days = (await ask({ step: '1d', to: '2026-11-04' })).json().data
  expect(days).toEqual([
    {
      ...{ time: '2026-11-01T02:30:00.000Z', count: 26, average: 400 / 26 },
      ...{ minimum: 0, maximum: 100, last: 24 },
    },
  ])
  const hours = (await ask({ step: '1h', limit: '2' })).json()
  expect(hours.data).toMatchObject([
    { time: '2026-11-01T02:30:00.000Z', count: 1 },
    { time: '2026-11-01T03:30:00.000Z', count: 2, average: 50.5 },
  ])
  expect(hours.meta.next).toBe('2026-11-01T04:30:00.000Z')
})

it('HI77 CSV has the same, says where the rest begins, and holds no formula', async () => {
  const reply = await ask({ sensor: batch.key, limit: '1' }, '.csv')
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['x-next']).toBe('2026-11-01T02:30:00.001Z')
  expect(reply.body).toBe('time,value,quality\r\n2026-11-01T02:30:00.000Z,"\'=1+1, ""x""",good\r\n')
  const rest = await ask({ sensor: batch.key, from: '2026-11-01T02:30:00.001Z' }, '.csv')
  expect(rest.body).toBe('time,value,quality\r\n2026-11-01T02:30:00.001Z,,bad\r\n')
  expect(rest.headers['x-next']).toBeUndefined()
})

it.each([
  [{ from: 'yesterday' }, 'from', 'moment_text'],
  [{ from: '2026-02-30' }, 'from', 'moment_text'],
  [{ from: '2026-02-30T00:00:00Z' }, 'from', 'moment_text'],
  [{ to: '2016-12-31T23:59:60Z' }, 'to', 'moment_text'],
  [{ to: '2026-11-01T00:00' }, 'to', 'moment_text'],
  [{ to: '9999999999999' }, 'to', 'moment_text'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'to', 'end_before_start'],
  [{ limit: '50001' }, 'limit', 'too_large'],
  [{ step: '2m' }, 'step', 'not_an_option'],
  [{ sensor: batch.key, step: '1h' }, 'step', 'not_accepted'],
])('HI75 of %j the field %s is refused', async (query, field, code) => {
  const reply = await ask(query)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons[field][0].code).toBe(code)
})

it('HI75 what is not there, or not the caller’s, is not found', async () => {
  expect((await ask({ thing: 'OTHER' })).statusCode).toBe(404)
  expect((await ask({ sensor: 'other' })).statusCode).toBe(404)
})
