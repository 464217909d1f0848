import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfDay } from '#kit/model/time/zone.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { historyPlugin } from '../index.ts'
import { newSensor } from '../testing/reports.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'

let engine: TestTelemetry
const app = createHttpApplication(pino({ level: 'silent' }))
/** The same, at a site whose clock is whole hours before UTC. */
const taipei = createHttpApplication(pino({ level: 'silent' }))
/** And at one whose clock is whole hours before it in summer alone, from October to April. */
const lordHowe = createHttpApplication(pino({ level: 'silent' }))
const flow = { ...newSensor('analog'), unit: 'm³/h' }
const batch = newSensor('string')
const withoutAverage = [newSensor('counter'), newSensor('detector')] as const
/** Sends every ten minutes of two days; readings of the first have expired, minutes before noon. */
const old = newSensor('analog')
/** Of the days around both changes of 2010: there clocks were changed a minute after midnight. */
const minutes = newSensor('analog')
const novel = newSensor('string')
/** Sent texts before it was known to be a number; a lamp that was called by words at first. */
const mixed = [newSensor('analog'), newSensor('lamp'), newSensor('string')] as const
const all = [flow, batch, ...withoutAverage, old, minutes, novel, ...mixed]
const hour = 3_600_000
const oldFrom = Date.parse('2026-05-03T00:00:00Z')
const oldKept = { readings: oldFrom + 24 * hour, minutes: oldFrom + 12 * hour, hours: 0 }
const olds = Array.from({ length: 288 }, (_, index) => ({
  ...{ sensorId: old.id, time: oldFrom + index * 600_000, value: (index * 37) % 101 },
  quality: index % 9 === 0 ? ('bad' as const) : ('good' as const),
}))
/** The clocks of St. John’s go back an hour at two in this morning. */
const midnight = Date.parse('2026-11-01T00:00:00-02:30')

const changes = ['2010-03-14', '2010-11-07'].flatMap((day) => {
  const start = Date.parse(day) - 36 * hour
  return Array.from({ length: 4 * 144 }, (_, index) => ({
    ...{ sensorId: minutes.id, time: start + index * 600_000, value: index },
    quality: 'good' as const,
  }))
})

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
  const retained = {
    ...withoutExpiry,
    cutoffsOf: (id: number) => (id === old.id ? oldKept : withoutExpiry.cutoffsOf(id)),
  }
  for (const [site, timezone] of [
    [app, 'America/St_Johns'],
    [taipei, 'Asia/Taipei'],
    [lordHowe, 'Australia/Lord_Howe'],
  ] as const) {
    await site.register(signedInAs(() => caller))
    await site.register(historyPlugin, {
      ...{ catalogue, telemetry: engine.telemetry, budget: new Budget(64 * 2 ** 20) },
      ...{ clock: () => midnight + 48 * hour, writer: { flush: async () => {} } },
      ...{ timezone, retained },
      kiosks: { accessOf: async () => null, accessOfLink: async () => null },
    })
  }
  await storeReadings(engine.telemetry, olds)
  for (const [table, until] of [
    ['numeric_readings', oldKept.readings],
    ['numeric_rollup_minute', oldKept.minutes],
  ] as const)
    await engine.telemetry.command(
      `ALTER TABLE ${table} DELETE WHERE sensor = ${old.id}
         AND time < toDateTime(${until / 1000}, 'UTC') SETTINGS mutations_sync = 1`,
    )
  await storeReadings(engine.telemetry, [
    ...changes,
    ...Array.from({ length: 25 }, (_, index) => ({
      ...{ sensorId: flow.id, time: midnight + index * hour, value: index },
      quality: 'good' as const,
    })),
    ...[5, 9].flatMap((value, index) =>
      withoutAverage.map(({ id: sensorId }) => ({
        ...{ sensorId, time: midnight + index * 1000, value, quality: 'good' as const },
      })),
    ),
    { sensorId: flow.id, time: midnight + hour, value: 100, quality: 'uncertain' },
    { sensorId: flow.id, time: midnight + hour / 2, value: null, quality: 'bad' },
    { sensorId: batch.id, time: midnight, value: '=1+1, "x"', quality: 'good' },
    { sensorId: batch.id, time: midnight + 1, value: null, quality: 'bad' },
  ])
})
afterAll(async () => {
  await app.close()
  await taipei.close()
  await lordHowe.close()
  await engine.close()
})

interface Page {
  readonly data: readonly unknown[]
  readonly meta: { readonly next: string | null }
}

async function ask(query: Readonly<Record<string, string>>, file = '', at = app) {
  const whole = { thing: 'DEV', sensor: flow.key, from: '2026-11-01', to: '2026-11-02', ...query }
  return at.inject({ url: `/api/history/readings${file}?${new URLSearchParams(whole)}` })
}

const rowsOf = (reply: Awaited<ReturnType<typeof ask>>, file: string): number =>
  file === '' ? reply.json().data.length : reply.body.split('\r\n').length - 2

it('HI75 readings come as rows with time, value and quality, a day of 25 hours whole', async () => {
  const { data, meta } = (await ask({})).json()
  expect(meta).toEqual({ unit: 'm³/h', next: null, keptFrom: null, textsBeside: null })
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

it('HI75 HI132 texts and numbers of a sensor come in their order, whatever its type', async () => {
  const readings = ([1, 'abc', 2, 'def', null, 3] as const).map((value, index) => ({
    ...{ time: midnight + index, value },
    quality: value === null ? ('bad' as const) : ('good' as const),
  }))
  for (const { id: sensorId, key, type } of mixed) {
    const beside = type === 'string' ? '7' : 7
    await storeReadings(engine.telemetry, [
      ...readings.map((reading) => ({ sensorId, ...reading })),
      ...[7, '7'].map((value) => ({
        ...{ sensorId, time: midnight + 9, value, quality: 'good' as const },
      })),
    ])
    const rows = (await ask({ sensor: key })).json().data as { readonly value: unknown }[]
    expect(rows.map(({ value }) => value)).toEqual([1, 'abc', 2, 'def', null, 3, beside])
    const lines = (await ask({ sensor: key }, '.csv')).body.split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.split(',')[1])).toEqual(['1', 'abc', '2', 'def', '', '3', '7'])
    const steps = await ask({ sensor: key, step: '15m' }, '.csv')
    expect(steps.headers['x-texts-beside']).toBe(type === 'analog' ? '2' : undefined)
    const first: Page = (await ask({ sensor: key, limit: '2' })).json()
    const rest: Page = (await ask({ sensor: key, from: first.meta.next ?? '' })).json()
    expect([...first.data, ...rest.data]).toEqual(rows)
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

it('HI76 a day begins when the clock shows its midnight for the first time', async () => {
  const asked = { sensor: minutes.key, step: '1d', from: '2010-01-01', to: '2011-01-01' }
  const days = (await ask(asked)).json().data
  const starts = Map.groupBy(changes, ({ time }) => startOfDay(time, 'America/St_Johns'))
  expect(days.map(({ time, count }: { time: string; count: number }) => [time, count])).toEqual(
    [...starts].map(([start, group]) => [new Date(start).toISOString(), group.length]),
  )
})

it.for(withoutAverage)('HI76 HI121 a $type has no average in a step', async ({ key: sensor }) => {
  const [row] = (await ask({ sensor, step: '1h' })).json().data
  expect(row).toMatchObject({ count: 2, average: null, minimum: 5, maximum: 9, last: 9 })
  const { body } = await ask({ sensor, step: '1h' }, '.csv')
  expect(body.split('\r\n')[1]).toBe('2026-11-01T02:30:00.000Z,2,,5,9,9')
})

/** The usable readings of `olds` from a moment on, by the hour of UTC plus `offset`. */
function oldHours(from: number, offset = 0) {
  const usable = olds.filter(({ time, quality }) => time >= from && quality === 'good')
  const start = ({ time }: { readonly time: number }) =>
    Math.floor((time + offset) / hour) * hour - offset
  return [...Map.groupBy(usable, start)].map(([at, group]) => {
    const values = group.map(({ value }) => value)
    return {
      ...{ time: new Date(at).toISOString(), count: values.length, last: values.at(-1) },
      ...{ minimum: Math.min(...values), maximum: Math.max(...values) },
      average: values.reduce((sum, value) => sum + value, 0) / values.length,
    }
  })
}

it('HI78 steps come from minutes and hours where readings have expired', async () => {
  const asked = { sensor: old.key, from: '2026-05-03T00:00:00Z', to: '2026-05-05T00:00:00Z' }
  const whole = (await ask({ ...asked, step: '1h' }, '', taipei)).json()
  expect(whole.meta.keptFrom).toBeNull()
  expect(whole.data).toEqual(oldHours(oldFrom))
  const fine = (await ask({ ...asked, step: '15m' }, '', taipei)).json()
  expect(fine.meta.keptFrom).toBe('2026-05-03T12:00:00.000Z')
  expect(fine.data[0].time).toBe('2026-05-03T12:00:00.000Z')
})

it('HI78 what no rows are left of is shown, also where hours begin at half past', async () => {
  const asked = { sensor: old.key, from: '2026-05-03T00:00:00Z', to: '2026-05-05T00:00:00Z' }
  const hours = (await ask({ ...asked, step: '1h' })).json()
  expect(hours.meta.keptFrom).toBe('2026-05-03T12:00:00.000Z')
  expect(hours.data).toEqual(oldHours(oldKept.minutes, hour / 2))
  const readings = await ask(asked, '.csv')
  expect(readings.headers['x-kept-from']).toBe('2026-05-04T00:00:00.000Z')
  expect(readings.body.split('\r\n')).toHaveLength(1 + 144 + 1)
  const before = (await ask({ ...asked, to: '2026-05-03T06:00:00Z', step: '1m' })).json()
  expect(before).toMatchObject({ data: [], meta: { keptFrom: '2026-05-03T12:00:00.000Z' } })
})

it('HI78 hours are no steps where a change within moves the clock by half of one', async () => {
  const asked = { sensor: old.key, step: '1h', from: '2026-03-01', to: '2026-11-01' }
  const steps = (await ask(asked, '', lordHowe)).json()
  expect(steps.meta.keptFrom).toBe('2026-05-03T12:00:00.000Z')
  expect(steps.data).toEqual(oldHours(oldKept.minutes, hour / 2))
})

it('HI77 CSV has the same, names where the rest begins, and holds no formula', async () => {
  const reply = await ask({ sensor: batch.key, limit: '1' }, '.csv')
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['x-next']).toBe('2026-11-01T02:30:00.001Z')
  expect(reply.body).toBe('time,value,quality\r\n2026-11-01T02:30:00.000Z,"\'=1+1, ""x""",good\r\n')
  const rest = await ask({ sensor: batch.key, from: '2026-11-01T02:30:00.001Z' }, '.csv')
  expect(rest.body).toBe('time,value,quality\r\n2026-11-01T02:30:00.001Z,,bad\r\n')
  expect(rest.headers['x-next']).toBeUndefined()
})

it('HI79 what does not fit is linked, and refused to programs that want the whole', async () => {
  for (const file of ['', '.csv']) {
    const first = await ask({ limit: '20' }, file)
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers['link'])) ?? []
    const rest = await app.inject({ url: next })
    expect(rest.headers['link']).toBeUndefined()
    expect(rowsOf(first, file) + rowsOf(rest, file)).toBe(27)
    const whole = await ask({ limit: '26', whole: 'true' }, file)
    expect(whole.statusCode).toBe(422)
    expect(whole.json().reasons.limit[0]).toMatchObject({
      ...{ code: 'too_many_readings', parameters: { maximum: 26 } },
    })
    expect(whole.json().message).toMatch(/^limit: .* 26 .*longer step or a shorter range$/)
    expect(rowsOf(await ask({ limit: '27', whole: 'true' }, file), file)).toBe(27)
  }
})

it('HI79 long texts go on in a next answer, those of one time together', async () => {
  const times = Array.from({ length: 2_000 }, (_, index) => Math.floor(index / 3) * 1000)
  await storeReadings(
    engine.telemetry,
    times.map((offset, index) => ({
      ...{ sensorId: novel.id, time: oldFrom + offset, quality: 'good' },
      value: `${index} ${'é'.repeat(1_500)}`,
    })),
  )
  const rows: { readonly time: string }[] = []
  let from: string | null = '2026-05-01'
  for (let answers = 0; from !== null; answers++) {
    const reply = await ask({ sensor: novel.key, from, to: '2026-05-05', limit: '50000' })
    const { data, meta }: Page = reply.json()
    expect(reply.rawPayload.length).toBeLessThan(2.5 * 1024 * 1024)
    expect(data.length).toBeGreaterThan(answers === 2 ? 1 : 600)
    rows.push(...(data as typeof rows))
    from = meta.next
  }
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(2_000)
  const at = (offset: number) => new Date(oldFrom + offset).toISOString()
  expect(rows.map(({ time }) => time)).toEqual(times.map(at))
})

it('HI75 the plus of an offset may stand in an address as it is', async () => {
  const asked = `thing=DEV&sensor=${flow.key}&from=2026-11-01T10:30:00+08:00&to=2026-11-02`
  const reply = await app.inject({ url: `/api/history/readings?${asked}` })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual((await ask({})).json())
})

it.each([
  [{ from: '2026-11-01T10:30:00  08:00' }, 'from', 'moment_text'],
  [{ from: '2026-11-01 08:00' }, 'from', 'moment_text'],
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
