import { expect, test } from 'vitest'
import { auditedDatabase } from '#testing/sites/audited-database.ts'
import { rewriteChain, tamper } from '#testing/postgres/audit-store.ts'
import { recordAudit } from '#testing/audit.ts'
import { removeExpired } from './maintenance.ts'
import { verifyAudit } from './verify.ts'

const audited = auditedDatabase()
const dayMs = 86_400_000

test('AU8 retention removes old entries in batches; the chain stays whole from there', async () => {
  await audited.record(2_345)
  const services = { sql: audited.sql, audit: recordAudit, retentionDays: 30 }
  expect(await removeExpired({ ...services, clock: Date.now })).toBe(0)
  expect(await removeExpired({ ...services, clock: Date.now, retentionDays: null })).toBe(0)
  expect(
    await removeExpired({ ...services, clock: () => Date.now() + 31 * dayMs }),
  ).toBeGreaterThanOrEqual(2_345)
  const { firstPosition, problemCount, links } = await verifyAudit(audited.sql)
  expect(problemCount).toBe(0)
  expect(firstPosition).toBeGreaterThan(2_345)
  expect(links).toBeGreaterThan(0)
  const left = await audited.sql.selectFrom('audit_entries').select(['action', 'after']).execute()
  expect(new Set(left.map(({ action }) => action))).toEqual(new Set(['installation.expire-audit']))
  await audited.record(1)
  expect(await verifyAudit(audited.sql)).toMatchObject({ problemCount: 0 })
})

test('AU8 an entry that is not old holds back those behind it; nobody else removes', async () => {
  await audited.record(6)
  const [, , , young] = await audited.ids()
  const old = new Date(Date.now() - 100 * dayMs)
  await tamper(audited.sql, (transaction) =>
    transaction
      .updateTable('audit_entries')
      .set({ time: old })
      .where('id', '<>', String(young))
      .execute(),
  )
  await tamper(audited.sql, rewriteChain)
  expect(
    await removeExpired({
      sql: audited.sql,
      audit: recordAudit,
      retentionDays: 30,
      clock: Date.now,
    }),
  ).toBe(3)
  expect((await audited.ids()).slice(0, 3)).toEqual(
    (await audited.ids()).filter((id) => id >= (young ?? 0)).slice(0, 3),
  )
  expect(await audited.problems()).toMatchObject({ count: 0 })
  await expect(audited.sql.deleteFrom('audit_chain').execute()).rejects.toThrow('never changed')
  await expect(
    audited.sql
      .updateTable('audit_chain')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  ).rejects.toThrow('never changed')
})
