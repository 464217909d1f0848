import { sql as query } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#features/audit/server/verify.ts'
import { redacted } from '#kit/server/personal-data/remove-names.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { tamper } from '#testing/postgres/audit-store.ts'
import { placesOf as placesIn } from '#testing/postgres/places-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { unzipped } from '#testing/workbook.ts'
import { personalTables } from './personal-data.ts'

let site: TestApplication
let administrator: HttpClient
let administratorId = 0
const everything = ['annotate sensor', 'acknowledge alarm']

beforeAll(async () => {
  site = await startTestApplication()
  administratorId = await site.addAccount({
    ...{ email: 'ada@plant.example', name: 'Ada Admin', roles: ['admin'] },
  })
  administrator = await site.clientOf(administratorId)
})
afterAll(() => site.close())

let people = 0
/** A person of whom traces are everywhere: what they did, what others wrote and did. */
async function personWithTraces() {
  people += 1
  const [name, email] = [`Vera Ivanova ${people}`, `vera${people}@plant.example`]
  const former = `Wera Petrova ${people}`
  const roles = ['manager']
  const added = await site.addAccount({ email, name: former, roles, permissions: everything })
  const client = await site.clientOf(added, '198.51.100.77')
  const lesiId = `PRESS-${people}`
  const sensor = await insertDevice(site.sql, lesiId, 'level')
  await eventually('the sensor is there', () => site.data.catalogue.sensor(sensor))
  const device = site.data.catalogue.device(lesiId)?.id ?? 0
  await site.sql
    .insertInto('bindings')
    .values({ user_id: added, device_id: device, relation: 'admin' })
    .execute()
  const { version } = (await client.get('/api/profile')).json().data
  await client.put('/api/profile', { version, name, introduction: 'Fitter', language: 'ru' })
  await eventually('the binding counts', async () => {
    const annotation = { sensor, from: 0, to: 1, text: `${name} cleaned it` }
    return (await client.post('/api/annotations', annotation)).statusCode === 200
  })
  const body = { sensor, from: 0, to: 1, text: `Ask ${name}, or ${email.toUpperCase()}` }
  await administrator.post('/api/annotations', body)
  await administrator.post(`/api/users/${added}/disable`)
  await administrator.post(`/api/users/${added}/enable`)
  return { id: added, name, email, former, sensor, client: await site.clientOf(added) }
}

const placesOf = (texts: readonly string[]) => placesIn(site.sql, texts)

const erase = (id: number, name: string) => administrator.post(`/api/users/${id}/erase`, { name })

test('PD1 no table has the id of a person without an answer for export and erasure', async () => {
  const { rows } = await query<{ place: string; action: string }>`
    select c.conrelid::regclass || '.' || a.attname as place, c.confdeltype as action
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(site.sql)
  const declared = personalTables.flatMap(({ table, people: columns }) =>
    Object.entries(columns).map(([column, what]) => [`${table}.${column}`, what] as const),
  )
  const keys = rows.map(({ place, action }) => [place, action === 'c' ? 'goes' : 'stays'] as const)
  const all = [['users.id', 'goes'] as const, ...keys]
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(all))
})

/** Columns that sound as if they named people, and why they need no answer. */
const exempt: Readonly<Record<string, string>> = {
  'alarm_rules.name': 'of a rule',
  'alarms.rule_name': 'of a rule',
  'audit_entries.*': 'the audit answers for itself: PD2, PD3',
  'audit_sums.*': 'becomes an entry within a minute; the audit takes names from it too',
  'commands.reason': 'a code',
  'commands.target_name': 'of what was commanded',
  'connectors.name': 'of a connector',
  'devices.name': 'of a device',
  'page_versions.name': 'of a page',
  'pages.name': 'of a page',
  'permissions.name': 'of a permission',
  'products.name': 'of a product',
  'reading_deletions.device_name': 'of a device',
  'reading_deletions.sensor_name': 'of a sensor',
  'retention_removals.table_name': 'of a table',
  'roles.name': 'of a role',
  'push_browsers.user_agent': 'of the machine of its person; the row goes',
  'schema_migrations.name': 'of a file of the product',
  'sessions.address': 'of the machine of its person; the row goes',
  'sessions.user_agent': 'of the machine of its person; the row goes',
  'shifts.name': 'of a shift',
  'sign_in_failures.*': 'counts of the last 15 minutes, removed after them',
  'users.email': 'of the account; the row goes',
  'users.name': 'of the account; the row goes',
}
const sounding = new RegExp(
  '(^|_)(user|owner|author|actor|person|email|recipient|contact|by|address|agent|name|' +
    'introduction|comment|text|reason|acknowledgement)(_id)?$',
)

test('PD1 no column that sounds like a person is without an answer or a reason', async () => {
  const { rows } = await query<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public'`.execute(site.sql)
  const answers = new Set(
    personalTables.flatMap(({ table, people: columns, emptied = [], texts = [] }) =>
      [...Object.keys(columns), ...emptied, ...texts].map((column) => `${table}.${column}`),
    ),
  )
  const open = rows
    .filter(({ column }) => sounding.test(column))
    .map(({ table, column }) => [`${table}.${column}`, `${table}.*`])
    .filter((names) => !names.some((name) => answers.has(name) || name in exempt))
  expect(open.map(([place]) => place)).toEqual([])
})

test('PD2 an erased person is nowhere in the database, and the audit is whole', async () => {
  const person = await personWithTraces()
  const { id, name, email, former, sensor } = person
  expect((await placesOf([name, email, former])).length).toBeGreaterThan(6)
  const before = await verifyAudit(site.sql)
  expect((await erase(id, name)).statusCode).toBe(204)
  expect(await placesOf([name, email, former, '198.51.100.77'])).toEqual([])
  expect((await person.client.get('/api/profile')).statusCode).toBe(401)
  const after = await verifyAudit(site.sql)
  expect(after).toMatchObject({ problemCount: 0, links: before.links + 1 })
  expect(after.redacted).toBeGreaterThan(before.redacted + 4)
  const { data } = (
    await administrator.post('/api/annotations/list', { sensors: [sensor], from: 0, to: 1 })
  ).json()
  expect(data.annotations).toMatchObject([
    { author: null, text: `${redacted} cleaned it` },
    { author: 'Ada Admin', text: `Ask ${redacted}, or ${redacted}` },
  ])
  const entries = (await administrator.get(`/api/audit?actor=${id}`)).json().data
  expect(entries.length).toBeGreaterThan(1)
  for (const { actor, address } of entries)
    expect({ actor, address }).toEqual({ actor: { id, name: '', email: '' }, address: '' })
  const [erasure] = (await administrator.get('/api/audit?action=user.erase')).json().data
  expect(erasure).toMatchObject({
    ...{ actor: { name: 'Ada Admin' }, entityId: String(id), entityName: redacted },
    after: { entries: after.redacted - before.redacted },
  })
})

test('PD2 two erasures of the same entries, and of who erased, leave it whole', async () => {
  const helper = await site.addAccount({
    ...{ email: 'helper@plant.example', name: 'Hedda Helper', roles: ['admin'] },
  })
  const hedda = await site.clientOf(helper)
  const { id, name } = await personWithTraces()
  expect((await hedda.post(`/api/users/${id}/erase`, { name })).statusCode).toBe(204)
  expect((await erase(helper, 'Hedda Helper')).statusCode).toBe(204)
  expect(await placesOf(['Hedda', 'helper@plant.example'])).toEqual([])
  expect(await verifyAudit(site.sql)).toMatchObject({ problemCount: 0 })
})

test('PD2 AU11 what an erasure left is not changed unseen, nor an excuse added', async () => {
  const { id, name } = await personWithTraces()
  await erase(id, name)
  const newest = await site.sql
    .selectFrom('audit_redactions')
    .select(['entry_id', 'erasure_id'])
    .orderBy('erasure_id', 'desc')
    .orderBy('entry_id')
    .executeTakeFirstOrThrow()
  const whole = await verifyAudit(site.sql)
  expect(whole.problemCount).toBe(0)
  await query`create table saved_entries as select * from audit_entries`.execute(site.sql)
  await query`create table saved_redactions as select * from audit_redactions`.execute(site.sql)
  const problemsAfter = async (work: Parameters<typeof tamper>[1]): Promise<number> => {
    await tamper(site.sql, work)
    const { problemCount } = await verifyAudit(site.sql)
    await tamper(site.sql, async (transaction) => {
      await query`update audit_entries as entry
        set action = saved.action, entity_name = saved.entity_name
        from saved_entries as saved where saved.id = entry.id`.execute(transaction)
      await query`update audit_redactions as each set content_hash = saved.content_hash
        from saved_redactions as saved
        where (saved.erasure_id, saved.entry_id) = (each.erasure_id, each.entry_id)`.execute(
        transaction,
      )
    })
    return problemCount
  }
  const entry = newest.entry_id
  const changed = await problemsAfter((transaction) =>
    query`update audit_entries set action = 'user.create' where id = ${entry}`.execute(transaction),
  )
  expect(changed).toBe(1)
  // The hash that excuses it is not the one of which the erasure has the digest.
  const invented = await problemsAfter(async (transaction) => {
    await query`update audit_entries set entity_name = 'x' where id = ${entry}`.execute(transaction)
    await query`update audit_redactions as stored set content_hash =
        sha256(convert_to(audit_content(entry), 'UTF8'))
      from audit_entries as entry
      where entry.id = stored.entry_id and stored.entry_id = ${entry}`.execute(transaction)
  })
  expect(invented).toBeGreaterThan(0)
  const other = await problemsAfter(async (transaction) => {
    await query`update audit_entries set entity_name = 'x'
      where id = (select max(id) from audit_entries)`.execute(transaction)
  })
  expect(other).toBeGreaterThan(0)
  await expect(
    site.sql
      .updateTable('audit_entries')
      .set({ entity_name: 'x' })
      .where('id', '=', entry)
      .execute(),
  ).rejects.toThrow('never changed')
  expect(await verifyAudit(site.sql)).toEqual(whole)
})

test('PD3 an export has everything with the id of the person, and no secret', async () => {
  const { id, client, name } = await personWithTraces()
  const reply = await client.post('/api/profile/personal-data')
  expect(reply.headers['content-type']).toBe('application/zip')
  const files = unzipped(reply.rawPayload)
  const textOf = (path: string) => (files.get(path) ?? '').toString()
  const { rows: places } = await query<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(site.sql)
  const found: string[] = []
  for (const { table, column } of places) {
    const { rows } = await query`
      select 1 from ${query.table(table)} where ${query.ref(column)} = ${id}`.execute(site.sql)
    if (rows.length > 0) found.push(`${table}.json`)
  }
  expect(found.length).toBeGreaterThan(3)
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'users.json', 'audit_entries.json', ...found]),
  )
  expect(JSON.parse(textOf('users.json'))).toMatchObject([{ id, name }])
  expect(JSON.parse(textOf('annotations.json'))).toMatchObject([{ author_id: id }])
  for (const path of files.keys()) expect(textOf(path)).not.toMatch(/argon2|_hash"/)
  expect(textOf('README.txt')).toContain('annotations.json: 1')
  const other = await administrator.post(`/api/users/${id}/personal-data`)
  expect([...unzipped(other.rawPayload).keys()]).toContain('annotations.json')
  expect((await client.post(`/api/users/${administratorId}/personal-data`)).statusCode).toBe(403)
})

test('PD4 another name, oneself and the last administrator are refused', async () => {
  const { id, name, client } = await personWithTraces()
  const wrong = await erase(id, 'Somebody')
  expect(wrong.json().reasons).toEqual({ name: [{ code: 'other_name', parameters: {} }] })
  expect((await client.post(`/api/users/${administratorId}/erase`, { name: '' })).statusCode).toBe(
    403,
  )
  expect((await erase(administratorId, 'Ada Admin')).statusCode).toBe(409)
  expect((await erase(9_999_999, name)).statusCode).toBe(404)
  expect((await client.get('/api/profile')).statusCode).toBe(200)
})

test('PD5 an erasure that fails on its way changes nothing', async () => {
  const { id, name, email, client } = await personWithTraces()
  const before = await placesOf([name, email])
  await site.sql.schema.alterTable('audit_redactions').renameTo('redactions_away').execute()
  expect((await erase(id, name)).statusCode).toBe(500)
  await site.sql.schema.alterTable('redactions_away').renameTo('audit_redactions').execute()
  expect(await placesOf([name, email])).toEqual(before)
  expect((await client.get('/api/profile')).statusCode).toBe(200)
})
