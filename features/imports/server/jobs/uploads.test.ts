import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { productOrigin } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { recordAudit } from '#testing/audit.ts'
import { withLostAnswers } from '#testing/postgres/lost-answers.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { ImportFiles } from './import-files.ts'
import type { ImportServices } from './import-services.ts'
import { readImport, type StoredImport } from './imports-store.ts'
import { Uploads } from './uploads.ts'

const parts = [Buffer.from('time,level\n'), Buffer.from('2026-10-31T00:00:00Z,1\n')] as const
const [first, second] = parts
const whole = Buffer.concat(parts)
let caller: Caller

beforeAll(async () => {
  const { id: userId } = await site.addPerson({ roles: ['admin'] })
  caller = { userId, roles: ['admin'], permissions: [], sessionId: 'x' } as Caller
})

/** A file of two parts on its way, with this database. */
async function begin(sql: Sql) {
  const files = new ImportFiles(temporaryDirectory())
  const services = { sql, clock: () => site.now, audit: recordAudit } as unknown as ImportServices
  const uploads = new Uploads(services, files)
  const file = { fileName: 'a.csv', bytes: whole.length }
  const created = await uploads.create(caller, file, productOrigin())
  /** As a call does it, which may have read the import some time before. */
  const receive = async (offset: number, part: Buffer, read: StoredImport | null = null) => {
    const stored = read ?? (await readImport(site.sql, caller.userId, created.id))
    if (!stored) throw new Error('the import is gone')
    return uploads.receive(stored, offset, part)
  }
  return { created, receive, content: () => readFileSync(files.path(created.id)) }
}

test('IM40 a part that was sent twice and comes late takes nothing of those after it', async () => {
  const { created, receive, content } = await begin(site.sql)
  await receive(0, first)
  expect(await receive(first.length, second)).toBe(whole.length)
  await expect(receive(0, first, created)).rejects.toMatchObject({ code: 'conflict' })
  expect(content()).toEqual(whole)
})

test('IM40 of two parts at once one arrives, and the other is refused', async () => {
  const { created, receive, content } = await begin(site.sql)
  const both = await Promise.allSettled([1, 2].map(() => receive(0, first, created)))
  expect(both).toMatchObject([
    { status: 'fulfilled', value: first.length },
    { status: 'rejected', reason: { code: 'conflict' } },
  ])
  expect(content()).toEqual(first)
})

test('IM41 a part whose answer was lost is sent again, the last one too', async () => {
  const received = /update "imports" set "received"/
  const { receive, content } = await begin(withLostAnswers(site.sql, received))
  await expect(receive(0, first)).rejects.toThrow('Connection terminated')
  expect(await receive(0, first)).toBe(first.length)
  expect(await receive(first.length, second)).toBe(whole.length)
  expect(await receive(first.length, second)).toBe(whole.length)
  // It is no other one.
  const other = Buffer.alloc(second.length)
  await expect(receive(first.length, other)).rejects.toMatchObject({ code: 'conflict' })
  expect(content()).toEqual(whole)
})
