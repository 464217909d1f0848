import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { auditHeadFile } from '#kit/server/data-directory.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readEnds, readHash, type ChainPoint } from './chain-store.ts'

const Stored = z.object({ position: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** The file beside the database in which the server notes how far the audit had come. */
export function witnessFile(dataDirectory: string): string {
  return join(dataDirectory, auditHeadFile)
}

/**
 * The point of the chain that was noted in `file`; null when none was. Throws when the file holds
 * something else.
 */
export async function readWitness(file: string): Promise<ChainPoint | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const { position, hash } = Stored.parse(JSON.parse(text))
  return { position, hash: Buffer.from(hash, 'hex') }
}

/**
 * Notes the newest link in `file` and in the log, unless the chain no longer holds what was noted
 * before: then that stays, as evidence, and the log says so.
 */
export async function noteHead(sql: Kysely<DB>, file: string, log: BaseLogger): Promise<void> {
  const before = await readWitness(file)
  const { head, checkpoint } = await readEnds(sql)
  if (before && !(await stillHolds(sql, before, checkpoint?.position ?? 0))) {
    log.error(
      { position: before.position, file },
      'the audit was cut or rewritten: npm run admin -- audit verify',
    )
    return
  }
  if (head === null || head.position === before?.position) return
  const point = { position: head.position, hash: head.hash.toString('hex') }
  await writeFile(
    `${file}.new`,
    `${JSON.stringify({ ...point, time: new Date().toISOString() })}\n`,
    { mode: 0o600 },
  )
  await rename(`${file}.new`, file)
  log.info(point, 'audit head')
}

async function stillHolds(
  sql: Kysely<DB>,
  { position, hash }: ChainPoint,
  removedUntil: number,
): Promise<boolean> {
  if (position <= removedUntil) return true
  return (await readHash(sql, position))?.equals(hash) ?? false
}
