import { expect, test } from 'vitest'
import { recordAudit } from '../../../../apps/server/audit.ts'
import {
  active,
  eventsOf,
  operator,
  only,
  send,
  site,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'
import { removeExpiredAlarms } from './alarm-expiry.ts'

watchAlarms()

const dayMs = 86_400_000

test('AL56 alarms that ended long ago go with what happened to them, and no others', async () => {
  const { sql } = site
  const { record } = site.data.alarms
  const services = { sql, audit: recordAudit, record, retentionDays: 100, clock: Date.now }
  const end = async () => {
    await send({ flow: 12 })
    const { id } = await only()
    await operator.post('/api/alarms/acknowledge', { ids: [id] })
    await send({ flow: 8 })
    expect(await active()).toEqual([])
    return id
  }
  const [old, young] = [await end(), await end()]
  await send({ flow: 12 })
  const { id: open } = await only()
  const raised = { raised_at: new Date(Date.now() - 200 * dayMs) }
  await sql
    .updateTable('alarms')
    .set(raised)
    .where('id', 'in', [String(old), String(open)])
    .execute()
  const ended = new Date(Date.now() - 101 * dayMs)
  await sql.updateTable('alarms').set({ ended_at: ended }).where('id', '=', String(old)).execute()
  await record.load()
  const counted = () => record.ask(async ({ ids, length }) => [...ids.subarray(0, length)])
  expect(await counted()).toEqual(expect.arrayContaining([old, young, open]))
  expect(await removeExpiredAlarms({ ...services, retentionDays: 102 })).toBe(0)
  expect(await removeExpiredAlarms(services)).toBe(1)
  expect((await counted()).toSorted()).toEqual([young, open].toSorted())
  expect((await operator.get(`/api/alarms/${old}`)).statusCode).toBe(404)
  const events = await sql.selectFrom('alarm_events').select('alarm_id').execute()
  expect(events.map((event) => Number(event.alarm_id))).not.toContain(old)
  expect(await eventsOf(young)).not.toEqual([])
  expect((await only()).id).toBe(open)
  const entries = await sql
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'installation.expire-alarms')
    .execute()
  expect(entries).toMatchObject([{ after: { alarms: 1 } }])
  expect(await removeExpiredAlarms(services)).toBe(0)
})
