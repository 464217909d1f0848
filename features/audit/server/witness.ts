import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { acceptedHeadsDirectory, auditHeadFile } from '#kit/server/data-directory/data-directory.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readEnds, readHash, type ChainPoint } from './chain-store.ts'

const Stored = z.object({ position: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** The file beside the database in which the server records how far the audit had come. */
export function witnessFile(dataDirectory: string): string {
  return join(dataDirectory, auditHeadFile)
}

/**
 * The point of the chain that was recorded in `file`; null when none was. Throws `conflict` when
 * the file holds something else.
 */
export async function readWitness(file: string): Promise<ChainPoint | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const point = parse(text)
  if (point === null)
    throw new AppError(
      'conflict',
      `${file} does not hold what the server noted of the audit. Restore it from a backup, or: ` +
        'npm run admin -- audit accept --by NAME --reason REASON',
    )
  return point
}

function parse(text: string): ChainPoint | null {
  try {
    const { position, hash } = Stored.parse(JSON.parse(text))
    return { position, hash: Buffer.from(hash, 'hex') }
  } catch {
    return null
  }
}

/** A point of the chain as people write it down: `PLACE:HASH`. */
export const pointText = ({ position, hash }: ChainPoint): string =>
  `${position}:${hash.toString('hex')}`

/**
 * Records the newest link in `file` and in the log, unless the chain no longer holds what was
 * recorded before: then that stays, as evidence, and the log says so.
 */
export async function storeHead(sql: Kysely<DB>, file: string, log: BaseLogger): Promise<void> {
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
  await writeWitness(file, head)
  log.info({ position: head.position, hash: head.hash.toString('hex') }, 'audit head')
}

async function writeWitness(file: string, { position, hash }: ChainPoint): Promise<void> {
  const content = { position, hash: hash.toString('hex'), time: new Date().toISOString() }
  await writeFile(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

/**
 * Records the newest link in place of what the chain does not hold. What was recorded before stays,
 * as evidence, under the path `copy` of the data directory.
 */
export async function replaceWitness(sql: Kysely<DB>, file: string, copy: string): Promise<void> {
  const { head } = await readEnds(sql)
  const target = join(dirname(file), copy)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(file, target)
  if (head !== null) await writeWitness(file, head)
}

/** Where, in the data directory, a note is stored that was replaced at `time` (ms UTC). */
export const replacedWitness = (time: number): string =>
  join(acceptedHeadsDirectory, `${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}.json`)

async function stillHolds(
  sql: Kysely<DB>,
  { position, hash }: ChainPoint,
  removedUntil: number,
): Promise<boolean> {
  if (position <= removedUntil) return true
  return (await readHash(sql, position))?.equals(hash) ?? false
}
