import type { Kysely } from 'kysely'
import { z } from 'zod'
import { defineCommand, table, type Command } from '#kit/server/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ChainPoint } from './chain-store.ts'
import { verifyAudit } from './verify.ts'
import { readWitness } from './witness.ts'

interface Services {
  readonly sql: Kysely<DB>
  /** Where the server notes the newest link. */
  readonly witnessFile: string
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Problem = z.object({
  kind: z.enum(['removed', 'changed', 'inserted', 'cut', 'rewritten']),
  position: z.int().nullable(),
  entryId: z.int().nullable(),
})
const Result = z.object({
  intact: z.boolean(),
  /** Links that were looked at. */
  entries: z.int(),
  firstPosition: z.int(),
  head: z.object({ position: z.int(), hash: Hash }),
  /** What the server noted beside the database; null without a note. */
  witness: z.object({ position: z.int(), hash: Hash }).nullable(),
  problemCount: z.int(),
  problems: z.array(Problem),
})
type Problem = z.infer<typeof Problem>

const meaning: Record<Problem['kind'], string> = {
  removed: 'was removed',
  changed: 'does not say what was recorded, or stands in the place of another',
  inserted: 'was put in past the chain',
  cut: 'and what followed was cut off',
  rewritten: 'is not what was noted elsewhere: entries up to here were written anew',
}

const describe = ({ kind, position, entryId }: Problem): string =>
  `${[entryId === null ? 'the entry' : `entry ${entryId}`, ...(position === null ? [] : [`at place ${position}`])].join(' ')} ${meaning[kind]}`

const asText = ({ position, hash }: ChainPoint) => ({ position, hash: hash.toString('hex') })

const verify = defineCommand({
  name: 'audit verify',
  summary:
    'Finds entries of the audit that were removed, changed, put in or moved; ends with status 1 when there are any',
  options: z.strictObject({
    head: z
      .string()
      .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'must be PLACE:HASH, as the log and this command name it')
      .optional()
      .describe('A head noted elsewhere, as PLACE:HASH, that the chain must hold'),
  }),
  result: Result,
  async run({ sql, witnessFile }: Services, { head }) {
    const witness = await readWitness(witnessFile)
    const [position = '', hash = ''] = head?.split(':') ?? []
    const named =
      head === undefined ? [] : [{ position: Number(position), hash: Buffer.from(hash, 'hex') }]
    const found = await verifyAudit(sql, [...(witness ? [witness] : []), ...named])
    return {
      intact: found.problemCount === 0,
      entries: found.links,
      firstPosition: found.firstPosition,
      head: asText(found.head),
      witness: witness ? asText(witness) : null,
      problemCount: found.problemCount,
      problems: [...found.problems],
    }
  },
  failed: ({ intact }) => !intact,
  print({ intact, entries, firstPosition, head, witness, problemCount, problems }) {
    const noted =
      witness === null
        ? 'nothing was noted beside the database yet'
        : `noted beside the database at place ${witness.position}`
    const end = `Head ${head.position}:${head.hash}; ${noted}.`
    if (intact)
      return `The audit is whole: ${entries} entries from place ${firstPosition} on.\n${end}`
    const [first] = problems
    const rows = problems.map(({ kind, position, entryId }) => [
      position ?? '–',
      entryId ?? '–',
      kind,
    ])
    return [
      `The audit is NOT whole: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'} in ${entries} entries.`,
      `First: ${first ? describe(first) : ''}.`,
      table(['Place', 'Entry', 'Problem'], rows),
      end,
    ].join('\n')
  },
})

/** `npm run admin -- audit …` */
export const auditCommands: readonly Command<Services>[] = [verify]
