import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import type { ReadingsExport } from '../contract/readings.ts'
import { maximumExportReadings } from '../contract/routes.ts'
import { allowedRequest } from './jobs/allowed-request.ts'

const { addSensor, fill, request, create, list, find, ended } = exportSite(site)
const base = Date.UTC(2026, 9, 31, 12)
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  await addSensor('FEW', [[base, 12.5]])
})

test('EX13 sensors of others are refused by field, as those that are not there', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  const reply = await create(person, request(['FEW', 'NOBODY']))
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toEqual({
    'sensors.0': [{ code: 'unknown_sensor', parameters: {} }],
  })
  expect(await list(person)).toEqual([])
})

test.each([
  ['an end before the start', { from: base, to: base }, 'to', 'end_before_start'],
  ['a hundred years', { from: 0, to: 3_155_760_000_000 }, 'to', 'period_too_long'],
  ['a moment after 2099', { to: 9_999_999_999_999 }, 'to', 'too_large'],
  ['no sensor', { sensors: [] }, 'sensors', 'too_few'],
  ['a zone that there is not', { timezone: 'Mars/Olympus' }, 'timezone', 'unknown_zone'],
  ['a step that there is not', { step: '2-min' }, 'step', 'not_an_option'],
  [
    '10,000 sensors',
    {
      sensors: Array.from({ length: 10_000 }, (_, index) => ({
        thing: 'FEW',
        sensor: `s${index}`,
      })),
    },
    'sensors',
    'too_many',
  ],
  [
    'a sensor twice',
    { sensors: [1, 2].map(() => ({ thing: 'FEW', sensor: 'level' })) },
    'sensors',
    'repeated',
  ],
])('EX14 %s is refused with its field', async (_name, wrong, field, code) => {
  const reply = await create(admin, { ...request(['FEW']), ...wrong })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons[field][0].code).toBe(code)
})

test('EX14 more readings than a file may have are refused at once, steps are not', async () => {
  const id = await addSensor('HUGE', [])
  await site.application.telemetry.command(
    `INSERT INTO numeric_rollup_hour SELECT ${id}, toDateTime('2026-10-31 12:00:00', 'UTC'), 0,
       ${maximumExportReadings + 1}, 0, 0, 0, (0, 0), (0, 0)`,
  )
  const reply = await create(admin, request(['HUGE']))
  expect(reply.json().reasons).toEqual({
    to: [{ code: 'export_too_large', parameters: { maximum: maximumExportReadings } }],
  })
  expect((await create(admin, request(['HUGE'], { step: '1-hour' }))).statusCode).toBe(200)
})

test('EX14 expired readings are refused, steps of their minutes are not', async () => {
  const id = await addSensor('OLD', [])
  await fill(id, base, 7_200)
  const { data, telemetry } = site.application
  const services = { catalogue: data.catalogue, telemetry, timezone: 'UTC', sql: site.sql }
  const cutoffs = { readings: base + 3_600_000, minutes: 0, hours: 0 }
  const retained = { cutoffsOf: () => cutoffs, hasMinutes: () => true }
  const caller = { userId: admin.id, sessionId: 'a', roles: ['admin'], permissions: [] }
  const ask = (asked: Partial<ReadingsExport>) =>
    allowedRequest({ ...services, retained }, caller, {
      ...{ step: 'raw', figure: 'average', language: 'en' },
      ...request(['OLD'], asked),
    })
  await expect(ask({})).rejects.toMatchObject({
    errors: {
      from: [{ code: 'readings_expired', parameters: { from: '2026-10-31T13:00:00.000Z' } }],
    },
  })
  expect((await ask({ from: cutoffs.readings })).readings).toBe(3_600)
  expect((await ask({ step: '1-min' })).readings).toBe(7_200)
})

test('EX96 that readings would have expired is no reason where there were none', async () => {
  const [kept, recent] = [await addSensor('LONG-KEPT', []), await addSensor('NEWER', [])]
  await fill(kept, base, 7_200)
  const cutoff = base + 3_600_000
  await fill(recent, cutoff, 60)
  const { data, telemetry } = site.application
  const none = { readings: 0, minutes: 0, hours: 0 }
  const retained = {
    cutoffsOf: (id: number) => (id === recent ? { ...none, readings: cutoff } : none),
    hasMinutes: () => true,
  }
  const caller = { userId: admin.id, sessionId: 'a', roles: ['admin'], permissions: [] }
  const services = { catalogue: data.catalogue, telemetry, timezone: 'UTC', sql: site.sql }
  const ask = () =>
    allowedRequest({ ...services, retained }, caller, {
      ...{ step: 'raw', figure: 'average', language: 'en' },
      ...request(['LONG-KEPT', 'NEWER']),
    })
  expect((await ask()).readings).toBe(7_260)
  await fill(recent, base, 1)
  await expect(ask()).rejects.toMatchObject({
    errors: {
      from: [{ code: 'readings_expired', parameters: { from: '2026-10-31T13:00:00.000Z' } }],
    },
  })
})

describe('EX110 of readings that nothing counts any more', () => {
  const dayMs = 86_400_000
  const cutoff = base + 10 * dayMs
  const caller = () => ({ userId: admin.id, sessionId: 'a', roles: ['admin'], permissions: [] })
  const ask = (lesiId: string, hours: number) => {
    const { data, telemetry } = site.application
    const cutoffs = { readings: cutoff, minutes: cutoff, hours }
    const services = { catalogue: data.catalogue, telemetry, timezone: 'UTC', sql: site.sql }
    const retained = { cutoffsOf: () => cutoffs, hasMinutes: () => false }
    return allowedRequest({ ...services, retained }, caller(), {
      ...{ step: 'raw', figure: 'average', language: 'en' },
      ...request([lesiId], { from: base }),
    })
  }
  const madeAt = (id: number, time: number) =>
    site.sql
      .updateTable('sensors')
      .set({ created_at: new Date(time) })
      .where('id', '=', id)
      .execute()
  const expired = {
    errors: {
      from: [{ code: 'readings_expired', parameters: { from: new Date(cutoff).toISOString() } }],
    },
  }

  test('texts are refused, unless their sensor came later', async () => {
    const id = await addSensor('EXPIRED-WORDS', [[cutoff + 5 * dayMs, 'RUN']], 'string')
    await madeAt(id, base - 30 * dayMs)
    await expect(ask('EXPIRED-WORDS', 0)).rejects.toMatchObject(expired)
    await madeAt(id, cutoff + 4 * dayMs)
    expect((await ask('EXPIRED-WORDS', 0)).readings).toBe(1)
    // It has got readings of before, which may have been more.
    await madeAt(id, cutoff + 9 * dayMs)
    await expect(ask('EXPIRED-WORDS', 0)).rejects.toMatchObject(expired)
  })

  test('so are numbers of which the hours have expired', async () => {
    const id = await addSensor('EXPIRED-HOURS', [[cutoff + 5 * dayMs, 1]])
    await madeAt(id, base - 30 * dayMs)
    expect((await ask('EXPIRED-HOURS', 0)).readings).toBe(1)
    await expect(ask('EXPIRED-HOURS', cutoff)).rejects.toMatchObject(expired)
    await madeAt(id, cutoff + 5 * dayMs)
    expect((await ask('EXPIRED-HOURS', cutoff)).readings).toBe(1)
  })
})

test('EX37 a file that was removed from the disk is shown as gone, and not offered', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const { id } = (await create(person, request(['FEW']))).json().data
  expect(await ended(person, id)).toMatchObject({ state: 'done', failure: null })
  rmSync(join(site.application.directory, 'exports', id))
  expect(await find(person, id)).toMatchObject({ state: 'failed', failure: 'gone' })
  expect((await person.client.get(`/api/exports/${id}/file`)).statusCode).toBe(404)
  expect((await person.client.delete(`/api/exports/${id}`)).statusCode).toBe(204)
  expect(await list(person)).toEqual([])
})
