import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { auditedDatabase, cutLast } from '#testing/sites/audited-database.ts'
import { rewriteChain, tamper } from '#testing/postgres/audit-store.ts'
import { acceptBreak, type AcceptServices } from './accept-break.ts'
import { recordAudit } from '#testing/audit.ts'
import { verifyAudit } from './verify.ts'
import { storeHead, readWitness, witnessFile } from './witness.ts'

const audited = auditedDatabase()
const log = pino({ level: 'silent' })
const by = 'Ann of the night shift'
const reason = 'The backup of Sunday was restored'

const services = (): AcceptServices => ({
  sql: audited.sql,
  audit: recordAudit,
  witnessFile: witnessFile(audited.directory),
  installation: { id: 'this-one' },
})
const accept = () => acceptBreak(services(), { by, reason })

/** The database of an earlier moment beside the note of a later one. */
async function restoreFromBackup(): Promise<string> {
  await audited.record(4)
  const { witnessFile: file } = services()
  await storeHead(audited.sql, file, log)
  await tamper(audited.sql, async (transaction) => {
    await cutLast(transaction)
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  return readFile(file, 'utf8')
}

async function problemsWithNote() {
  const recorded = await readWitness(services().witnessFile)
  return (await verifyAudit(audited.sql, recorded ? [recorded] : [])).problems
}

const entries = () =>
  audited.sql
    .selectFrom('audit_entries')
    .select(['action', 'address', 'entity_id', 'after'])
    .where('action', 'like', 'installation.%')
    .execute()

test('AU10 a restored backup is accepted by an entry with who and why', async () => {
  const recorded = await restoreFromBackup()
  expect(await problemsWithNote()).toEqual([{ kind: 'cut', position: 3, entryId: null }])
  const { found, head, stored } = await accept()
  const point = JSON.parse(recorded) as { position: number; hash: string }
  expect([found, head]).toEqual(['cut', expect.stringMatching(/^2:[0-9a-f]{64}$/)])
  expect(await entries()).toEqual([
    {
      ...{ action: 'installation.accept-audit-break', address: 'command line' },
      entity_id: 'this-one',
      after: { by, reason, found, head, stored, noted: `4:${point.hash}` },
    },
  ])
  expect(await problemsWithNote()).toEqual([])
  expect(await readFile(join(audited.directory, stored), 'utf8')).toBe(recorded)
  await audited.record(1)
  await storeHead(audited.sql, services().witnessFile, log)
  expect(await readWitness(services().witnessFile)).toMatchObject({ position: 4 })
  await expect(accept()).rejects.toMatchObject({ code: 'conflict' })
})

test('AU10 the same after the restored database has gone on', async () => {
  await restoreFromBackup()
  await audited.record(3)
  expect(await problemsWithNote()).toMatchObject([{ kind: 'rewritten', position: 4 }])
  expect((await accept()).found).toBe('rewritten')
  expect(await problemsWithNote()).toEqual([])
})

test('AU10 a note that cannot be read is accepted too, and stays as it is', async () => {
  await audited.record(1)
  await writeFile(services().witnessFile, '{"position":')
  await expect(problemsWithNote()).rejects.toThrow('audit accept')
  const { found, stored } = await accept()
  expect(found).toBe('unreadable')
  expect(await readFile(join(audited.directory, stored), 'utf8')).toBe('{"position":')
  expect(await readWitness(services().witnessFile)).toMatchObject({ position: 2 })
})

test('AU10 a whole audit, and one with changed entries, is not accepted', async () => {
  await expect(accept()).rejects.toThrow('nothing to accept')
  const recorded = await restoreFromBackup()
  await tamper(audited.sql, (transaction) =>
    transaction.updateTable('audit_entries').set({ address: 'elsewhere' }).execute(),
  )
  await expect(accept()).rejects.toThrow('That is not accepted')
  expect(await entries()).toEqual([])
  expect(await readFile(services().witnessFile, 'utf8')).toBe(recorded)
})
