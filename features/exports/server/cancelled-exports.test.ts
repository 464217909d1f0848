import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { figuresOf } from '#features/history/server/index.ts'
import { withoutExpiry } from '#features/history/server/testing/wide-columns.ts'
import { productOrigin } from '#kit/server/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { accountSite } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { otherExportJobs } from '#testing/sites/other-export-jobs.ts'
import type { ExportServices } from './jobs/export-services.ts'

const site = accountSite()
const { addSensor, fill, request, create, find } = exportSite(site)
const { jobsOf, leaveToOthers, sqlOfOthers } = otherExportJobs(site)

const base = Date.UTC(2026, 9, 31, 12)
beforeAll(async () => fill(await addSensor('MANY', []), base, 250_000))

test('EX11 an export that is cancelled while it begins is not made', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const { id } = (await create(person, request(['MANY']))).json().data as { id: string }
  await person.client.post(`/api/exports/${id}/cancel`)
  await leaveToOthers(id)
  const waiting = { state: 'waiting', attempts: 0, ended_at: null }
  await site.sql.updateTable('exports').set(waiting).where('id', '=', id).execute()
  const held = withHeldAnswers(sqlOfOthers(), /update exports set state = 'running'/)
  const { jobs } = jobsOf({ sql: held.sql })
  let hasEnded = false
  jobs.follow(() => (hasEnded = true))
  await jobs.open()
  await eventually('it begins', () => held.count() === 1)
  const stored = await jobs.find(person.id, id)
  if (!stored) throw new Error('the export is gone')
  const cancelling = jobs.cancel(stored, productOrigin(), 'MANY')
  await eventually('it is cancelled', async () => (await find(person, id))?.state === 'cancelled')
  held.release()
  await cancelling
  expect(hasEnded).toBe(true)
  await jobs.close()
})

test.each(['waits', 'is made'] as const)(
  'EX99 an export ends where readings of it expire while it %s',
  async (when) => {
    const person = await site.addPerson({ roles: ['admin'] })
    const asked = request(['MANY'], { step: '1-hour' })
    const { id } = (await create(person, asked)).json().data as { id: string }
    await person.client.post(`/api/exports/${id}/cancel`)
    await leaveToOthers(id)
    const waiting = { state: 'waiting', attempts: 0, ended_at: null }
    await site.sql.updateTable('exports').set(waiting).where('id', '=', id).execute()
    let readings = when === 'waits' ? base + 86_400_000 : 0
    const figures: ExportServices['figures'] = (reader, task) => {
      readings = base + 86_400_000
      return figuresOf(reader, { ...task, retained: withoutExpiry })
    }
    const retained = {
      cutoffsOf: () => ({ readings, minutes: readings, hours: 0 }),
      hasMinutes: () => true,
    }
    const { jobs, directory } = jobsOf({ retained, figures })
    await jobs.open()
    await eventually('it has ended', async () => (await find(person, id))?.endedAt !== null)
    expect(await find(person, id)).toMatchObject({ state: 'failed', failure: 'expired' })
    expect(readdirSync(directory)).toEqual([])
    await jobs.close()
  },
)

test('EX109 nothing of what servers left half done lies on the disk in vain', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const { id } = (await create(person, request(['MANY']))).json().data as { id: string }
  await person.client.post(`/api/exports/${id}/cancel`)
  await leaveToOthers(id)
  const left = (state: string, attempts: number) =>
    site.sql
      .updateTable('exports')
      .set({ state, attempts, ended_at: null })
      .where('id', '=', id)
      .execute()
  const { jobs, directory } = jobsOf()
  // One server ended before it noted that the file is done, and somebody cancels what waits again.
  await left('waiting', 1)
  writeFileSync(join(directory, id), 'all of it')
  writeFileSync(join(directory, `${id}.part`), 'half of it')
  const stored = await jobs.find(person.id, id)
  if (!stored) throw new Error('the export is gone')
  expect(await jobs.cancel(stored, productOrigin(), 'MANY')).toBe(true)
  expect(readdirSync(directory)).toEqual([])
  // Three servers ended with it.
  await left('running', 3)
  for (const end of ['', '.part', '.member.part'])
    writeFileSync(join(directory, `${id}${end}`), 'half of it')
  await jobs.open()
  expect(await find(person, id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  expect(readdirSync(directory)).toEqual([])
  await jobs.close()
})
