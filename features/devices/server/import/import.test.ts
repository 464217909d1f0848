import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { ImportCheck } from '../../contract/import.ts'
import { readImport } from './read-import.ts'

let administrator: Person
let manager: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  manager = await site.addPerson({ roles: ['manager'] })
})

const check = async (csv: string) =>
  (await administrator.client.post('/api/devices/import/check', { csv })).json<{
    data: ImportCheck
  }>().data

/** What is wrong, as `line field: code value`. */
const problemsOf = ({ problems }: ImportCheck) =>
  problems.map(({ line, field, code, value }) => `${line} ${field}: ${code} ${value}`.trim())

const load = ({ client }: Person, csv: string, lines: 'all' | 'good') =>
  client.post('/api/devices/import', { csv, lines })

const stored = async (prefix: string) => {
  const rows = await site.sql
    .selectFrom('devices')
    .select(['lesi_id', 'name', 'zone', 'interval_ms', 'silence_ms'])
    .where('lesi_id', 'like', `${prefix}%`)
    .orderBy('lesi_id')
    .execute()
  return rows
}

const mixed = [
  'lesi_id,name,site,zone,interval_s,silence_s',
  'MIX-1,Filler,Plant 2,"Hall 3, north",0.5,30',
  'MIX-2,,,,,',
  'M X,Bad id,,,,',
  'MIX-1,Again,,,,',
  `MIX-3,${'n'.repeat(201)},,,soon,`,
  'MIX-4,Slow,,,600,60',
  'MIX-5,Too many cells,,,,,more',
  'TAKEN-9,Taken,,,,',
].join('\r\n')

test('DV10 a dry run names every bad line with field and reason, and stores nothing', async () => {
  await administrator.client.post('/api/devices', { lesiId: 'TAKEN-9', name: 'Taken' })
  const audited = async () =>
    (await administrator.client.get('/api/audit?limit=1')).json().meta.total as number
  const before = await audited()
  const checked = await check(mixed)
  expect(checked).toMatchObject({ lines: 8, good: 2, problemCount: 7 })
  expect(problemsOf(checked)).toEqual([
    '4 lesi_id: lesi_id M X',
    '5 lesi_id: line_repeats MIX-1',
    `6 name: too_long ${'n'.repeat(80)}`,
    '6 interval_s: wrong_type soon',
    '7 silence_s: silence_below_interval 60',
    '8 : more_cells_than_columns MIX-5, Too many cells, , , , , more',
    '9 lesi_id: lesi_id_taken TAKEN-9',
  ])
  expect(await stored('MIX')).toEqual([])
  expect(await audited()).toBe(before)
})

test('DV10 all lines or none; the good ones alone are added if that is asked for', async () => {
  const refused = await load(administrator, mixed, 'all')
  expect([refused.statusCode, refused.json().reasons]).toMatchObject([
    422,
    { csv: [{ code: 'bad_lines', parameters: { count: 7 } }] },
  ])
  expect(await stored('MIX')).toEqual([])
  const reply = await load(administrator, mixed, 'good')
  expect(reply.json().data).toMatchObject({ good: 2, problemCount: 7 })
  expect(await stored('MIX')).toEqual([
    {
      ...{ lesi_id: 'MIX-1', name: 'Filler', zone: 'Hall 3, north' },
      ...{ interval_ms: 500, silence_ms: 30_000 },
    },
    { lesi_id: 'MIX-2', name: 'MIX-2', zone: '', interval_ms: 10_000, silence_ms: 60_000 },
  ])
  const again = await load(administrator, mixed, 'good')
  expect(again.json().reasons).toMatchObject({ csv: [{ code: 'no_good_lines' }] })
})

test('DV10 tokens of imported devices work, and are in that one answer only', async () => {
  const reply = await load(manager, '\uFEFFLESI_ID;Interval_s\nTOK-1;0,5\nTOK-2;1\n\n', 'all')
  const added = reply.json<{ data: { added: { lesiId: string; token: string }[] } }>().data.added
  expect(added.map(({ lesiId }) => lesiId)).toEqual(['TOK-1', 'TOK-2'])
  for (const { lesiId, token } of added) {
    const sent = await site.application.app.inject({
      method: 'POST',
      url: `/api/ingest/${lesiId}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"values":{"temp":21.5}}',
    })
    expect(sent.statusCode).toBe(200)
  }
  const listed = await manager.client.get('/api/devices?search=tok-')
  expect(listed.json().data).toMatchObject([
    { lesiId: 'TOK-1', relation: 'admin', intervalMs: 500 },
    { lesiId: 'TOK-2', relation: 'admin' },
  ])
  const audit = await administrator.client.get('/api/audit?action=device.import&limit=1')
  expect(audit.json().data).toMatchObject([{ after: { added: 2, devices: ['TOK-1', 'TOK-2'] } }])
  for (const { token } of added) expect(listed.body + audit.body).not.toContain(token)
})

test('DV10 ten thousand devices come in one file, one more is too many', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `MANY-${index},Device ${index}`)
  const csv = ['lesi_id,name', ...lines].join('\n')
  expect((await load(administrator, csv, 'all')).json().data.added).toHaveLength(10_000)
  const listed = await administrator.client.get('/api/devices?search=many-&limit=20&page=500')
  expect(listed.json()).toMatchObject({ meta: { total: 10_000 } })
  expect(listed.json().data).toHaveLength(20)
  const tooMany = await load(administrator, `${csv}\nMORE-1,More`, 'all')
  expect(tooMany.json().reasons).toMatchObject({ csv: [{ code: 'too_many' }] })
})

test('DV10 a file that is no table is refused as such', async () => {
  const reasons = async (csv: string) =>
    (await administrator.client.post('/api/devices/import/check', { csv })).json().reasons
  expect(await reasons('lesi_id,name\nA-1,"never closed\nB-2,x')).toMatchObject({
    csv: [{ code: 'unreadable_csv' }],
  })
  expect(problemsOf(await check('name,colour\nx,y'))).toEqual([
    '1 colour: not_an_option colour',
    '1 lesi_id: required',
  ])
  expect(problemsOf(await check('lesi_id,lesi_id\nABC,DEF'))).toEqual([
    '1 : repeated lesi_id, lesi_id',
  ])
  expect(await reasons('lesi_id,name\nNUL-1,a\0b')).toMatchObject({
    csv: [{ code: 'unstorable_characters' }],
  })
})

test('DV19 others have their turn while a file is taken apart, whatever it holds', async () => {
  let turns = 0
  const reading = { isOver: false }
  const others = (async () => {
    for (; !reading.isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  const slices = 50
  const read = await readImport(`lesi_id,name\n${',,,,,,\n'.repeat(slices * 1_000)}`)
  reading.isOver = true
  await others
  expect(read).toEqual({ lines: 0, good: [], problems: [] })
  expect(turns).toBeGreaterThan(slices)
})

test('DV19 after one line too many, or one without end, the rest is not read', async () => {
  const broken = '"never closed'
  const lines = Array.from({ length: 10_001 }, (_, index) => `MANY-${index}`)
  await expect(readImport(['lesi_id', ...lines, broken].join('\n'))).rejects.toMatchObject({
    errors: { csv: [{ code: 'too_many' }] },
  })
  const withoutEnd = `lesi_id\nA-1${'x'.repeat(100_000)}\n${broken}`
  await expect(readImport(withoutEnd)).rejects.toMatchObject({
    errors: { csv: [{ code: 'unreadable_csv', parameters: { line: 2 } }] },
  })
})

test('DV10 whatever the lines hold, each is good or has a problem with its number', async () => {
  const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('AB-1', '__proto__', '1e9'))
  const cells = fc.array(cell, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { maxLength: 12 }), async (records) => {
      const quoted = records.map((record) =>
        record.map((text) => `"${text.replaceAll('"', '""').replaceAll(/[\r\n]/g, ' ')}"`).join(),
      )
      const read = await readImport(['lesi_id,name,interval_s', ...quoted].join('\n'))
      const named = new Set([...read.good, ...read.problems].map(({ line }) => line))
      expect(named.size).toBe(read.lines)
    }),
    { numRuns: 200 },
  )
})
