import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'

const site = accountSite()
let administrator: Person

beforeAll(async () => void (administrator = await site.addPerson({ roles: ['admin'] })))

const path = '/api/shifts'
const shiftsOf = async ({ client }: Person) => (await client.get(path)).json().data.shifts

test('SF4 administrators set the shifts, everybody reads them, both are audited', async () => {
  const worker = await site.addPerson({ roles: ['basic'] })
  expect(await shiftsOf(worker)).toEqual([])
  const shifts = [
    { name: 'Night', start: '18:00' },
    { name: ' Day', start: '06:00' },
  ]
  const ordered = [
    { name: 'Day', start: '06:00' },
    { name: 'Night', start: '18:00' },
  ]
  expect((await worker.client.put(path, { shifts })).statusCode).toBe(403)
  const set = await administrator.client.put(path, { shifts })
  expect(set.json().data.shifts).toEqual(ordered)
  expect(await shiftsOf(worker)).toEqual(ordered)
  const entries = await administrator.client.get('/api/audit?entityId=shifts')
  expect(entries.json().data).toMatchObject([
    { action: 'installation.change-shifts', before: { shifts: [] }, after: { shifts: ordered } },
  ])
})

test('SF3 what is refused names its reason, and what was stored stays', async () => {
  const before = await shiftsOf(administrator)
  const twice = [
    { name: 'A', start: '06:00' },
    { name: 'B', start: '06:00' },
  ]
  const reply = await administrator.client.put(path, { shifts: twice })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toEqual({
    'shifts.1.start': [{ code: 'repeated', parameters: {} }],
  })
  const ofLines = [{ name: 'Night\nBcc: all', start: '06:00' }]
  expect((await administrator.client.put(path, { shifts: ofLines })).json().reasons).toEqual({
    'shifts.0.name': [{ code: 'unstorable_characters', parameters: {} }],
  })
  expect(await shiftsOf(administrator)).toEqual(before)
})

test('SF4 of two changes at once the later one stays, and nothing of the other', async () => {
  const lists = ['Early', 'Late'].map((name, index) => [
    { name, start: `0${index + 4}:00` },
    { name: `${name} 2`, start: `1${index + 4}:00` },
  ])
  await administrator.client.put(path, { shifts: [{ name: 'Day', start: '06:00' }] })
  const changes = await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('shifts').select('name').forUpdate().execute()
    const asked = lists.map((shifts) => administrator.client.put(path, { shifts }))
    await eventually('both wait', async () => (await countWaiting(site.sql)) === 2)
    return { replies: Promise.all(asked) }
  })
  for (const { statusCode } of await changes.replies) expect(statusCode).toBe(200)
  expect(lists).toContainEqual(await shiftsOf(administrator))
  const { data } = (await administrator.client.get('/api/audit?entityId=shifts')).json()
  expect(data[0].before).toEqual(data[1].after)
})
