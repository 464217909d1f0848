import { readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { auditedDatabase, cutLast } from '#testing/sites/audited-database.ts'
import { rewriteChain, tamper } from '#testing/postgres/audit-store.ts'
import { verifyAudit } from './verify.ts'
import { storeHead, readWitness, witnessFile } from './witness.ts'

const audited = auditedDatabase()

test('AU7 a cut end is found by the head', async () => {
  await audited.record(4)
  await tamper(audited.sql, cutLast)
  expect(await audited.problems()).toEqual({
    first: { kind: 'cut', position: 4, entryId: null },
    count: 1,
  })
})

test('AU7 a newest link that is not the one of the head is found', async () => {
  await audited.record(3)
  await tamper(audited.sql, (transaction) =>
    transaction
      .updateTable('audit_head')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  )
  expect(await audited.problems()).toEqual({
    first: { kind: 'rewritten', position: 3, entryId: null },
    count: 1,
  })
})

test('AU7 a place where the chain begins is held against what was recorded elsewhere', async () => {
  await audited.record(2)
  const other = { position: 0, hash: Buffer.alloc(32, 1) }
  expect((await verifyAudit(audited.sql, [other])).problems).toEqual([
    { kind: 'rewritten', position: 0, entryId: null },
  ])
})

test('AU7 an end that was cut or rewritten is found by what was recorded elsewhere', async () => {
  const file = witnessFile(audited.directory)
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  await audited.record(4)
  await storeHead(audited.sql, file, log)
  const recorded = await readFile(file, 'utf8')
  const witnesses = async () => [await readWitness(file)].filter((point) => point !== null)
  await audited.record(1)
  expect(await verifyAudit(audited.sql, await witnesses())).toMatchObject({ problemCount: 0 })
  await tamper(audited.sql, async (transaction) => {
    const second = String((await audited.ids())[1])
    await transaction
      .updateTable('audit_entries')
      .set({ address: 'elsewhere' })
      .where('id', '=', second)
      .execute()
    await rewriteChain(transaction)
  })
  expect(await verifyAudit(audited.sql)).toMatchObject({ problemCount: 0 })
  const rewritten = await verifyAudit(audited.sql, await witnesses())
  expect(rewritten.problems[0]).toEqual({ kind: 'rewritten', position: 4, entryId: null })
  await tamper(audited.sql, async (transaction) => {
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  await tamper(audited.sql, async (transaction) => {
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  expect((await verifyAudit(audited.sql, await witnesses())).problems[0]).toMatchObject({
    kind: 'cut',
    position: 4,
  })
  await storeHead(audited.sql, file, log)
  expect(await readFile(file, 'utf8')).toBe(recorded)
  expect(logged.at(-1)).toContain('the audit was cut or rewritten')
})

test('AU7 the note follows the head, and a damaged note is an error and no silence', async () => {
  const file = witnessFile(audited.directory)
  const log = pino({ level: 'silent' })
  await storeHead(audited.sql, file, log)
  expect(await readWitness(file)).toMatchObject({ position: 0 })
  await audited.record(2)
  await storeHead(audited.sql, file, log)
  expect(await readWitness(file)).toMatchObject({ position: 2 })
  await writeFile(file, '{"position":')
  await expect(storeHead(audited.sql, file, log)).rejects.toThrow()
})
