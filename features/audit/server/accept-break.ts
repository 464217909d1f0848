import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ChainPoint } from './chain-store.ts'
import { verifyAudit } from './verify.ts'
import { pointText, readWitness, replacedWitness, replaceWitness } from './witness.ts'

export interface AcceptServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  /** Where the server records the newest link. */
  readonly witnessFile: string
  readonly installation: { readonly id: string }
}

/** Who takes it upon themselves, and why. */
export interface Acceptance {
  readonly by: string
  readonly reason: string
}

/** What is wrong between the chain and what was recorded of it. */
export type Break = 'cut' | 'rewritten' | 'unreadable'

export interface AcceptedBreak {
  readonly found: Break
  /** The chain's end at that moment, as `PLACE:HASH`. */
  readonly head: string
  /** Where the note is stored that the chain does not hold. */
  readonly stored: string
}

/**
 * Records in the audit that its end is not the one that was recorded beside the database, as after
 * a restore from a backup, and notes the end again. The note that is replaced stays as evidence.
 * Throws `conflict` when there is no such break, and when the chain in itself is not whole: what
 * was changed within it is never accepted.
 */
export async function acceptBreak(
  { sql, audit, witnessFile, installation }: AcceptServices,
  { by, reason }: Acceptance,
): Promise<AcceptedBreak> {
  const noted = await readWitness(witnessFile).catch((error: unknown) => {
    if (error instanceof AppError) return 'unreadable' as const
    throw error
  })
  const { found, head } = await findBreak(sql, noted)
  const stored = replacedWitness(Date.now())
  const accepted = { found, head: pointText(head), stored }
  await sql.transaction().execute((transaction) =>
    audit(transaction, commandLineOrigin(), {
      action: 'installation.accept-audit-break',
      ...{ entity: 'installation', entityId: installation.id, entityName: installation.id },
      after: {
        ...{ by, reason, ...accepted },
        noted: noted === null || noted === 'unreadable' ? null : pointText(noted),
      },
    }),
  )
  await replaceWitness(sql, witnessFile, stored)
  return accepted
}

async function findBreak(
  sql: Kysely<DB>,
  noted: ChainPoint | 'unreadable' | null,
): Promise<{ readonly found: Break; readonly head: ChainPoint }> {
  const { head, problemCount } = await verifyAudit(sql)
  if (problemCount > 0)
    throw new AppError(
      'conflict',
      'Entries within the audit were removed, changed or put in. That is not accepted: ' +
        'npm run admin -- audit verify names them',
    )
  if (noted === 'unreadable') return { found: 'unreadable', head }
  const [problem] = noted === null ? [] : (await verifyAudit(sql, [noted])).problems
  if (problem?.kind !== 'cut' && problem?.kind !== 'rewritten')
    throw new AppError('conflict', 'There is nothing to accept: the audit is whole')
  return { found: problem.kind, head }
}
