import { expect } from 'vitest'
import type { ExportSchedule } from '#features/exports/contract/schedule/schedule.ts'
import { eventually } from '../eventually.ts'
import type { AccountSite, Person } from './account-site.ts'

const path = '/api/export-schedules'

/** What persons of a site do with exports that repeat. */
export function scheduleSite(site: AccountSite) {
  const asked = (more: object = {}) => ({
    ...{ name: 'Levels', timezone: 'UTC', language: 'ru' },
    recurrence: { kind: 'daily', at: '09:00' },
    ...{ format: 'csv', mode: 'group', step: '1-hour', figure: 'average' },
    ...{ sensors: [{ thing: 'TANK-1', sensor: 'level' }], recipients: ['one@people.test'] },
    ...more,
  })
  const add = async ({ client }: Person, more: object = {}): Promise<ExportSchedule> => {
    const reply = await client.post(path, asked(more))
    expect(reply.json()).toHaveProperty('data.id')
    return reply.json().data
  }
  const schedulesOf = async ({ client }: Person): Promise<ExportSchedule[]> =>
    (await client.get(path)).json().data.schedules
  const find = async (person: Person, id: number) =>
    (await schedulesOf(person)).find((each) => each.id === id)
  const send = (person: Person, id: number) => person.client.post(`${path}/${id}/send`)
  const ended = async (person: Person, id: number) => {
    await eventually('its mails have ended', async () => {
      const run = (await find(person, id))?.lastRun
      const isOver = run?.deliveries.every(({ state }) => state === 'sent' || state === 'failed')
      return run && run.endedAt !== null && isOver
    })
    return (await find(person, id))?.lastRun
  }
  const dueAt = (id: number, time: number) =>
    site.sql
      .updateTable('export_schedules')
      .set({ next_at: new Date(time) })
      .where('id', '=', id)
      .execute()

  return { asked, add, schedulesOf, find, send, ended, dueAt }
}
