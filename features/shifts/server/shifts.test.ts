import { beforeAll, expect, test } from 'vitest'
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
  expect(await shiftsOf(administrator)).toEqual(before)
})
