import { z } from 'zod'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import type { ChainPoint } from './chain-store.ts'
import { acceptBreak, type AcceptServices } from './accept-break.ts'
import { readAcceptedBreaks } from './audit-store.ts'
import { readErasureEntries } from './erasure/redactions-store.ts'
import { verifyAudit } from './verify.ts'
import { readWitness } from './witness.ts'

type VerifyServices = Pick<AcceptServices, 'sql' | 'witnessFile'>

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Problem = z.object({
  kind: z.enum(['removed', 'changed', 'inserted', 'cut', 'rewritten']),
  position: z.int().nullable(),
  entryId: z.int().nullable(),
})
const AcceptedBreak = z.object({
  entryId: z.int(),
  /** ms UTC */
  time: z.int(),
  by: z.string(),
  reason: z.string(),
})
const Result = z.object({
  intact: z.boolean(),
  /** Links that were looked at. */
  entries: z.int(),
  firstPosition: z.int(),
  head: z.object({ position: z.int(), hash: Hash }),
  /** What the server recorded beside the database; null without a note. */
  witness: z.object({ position: z.int(), hash: Hash }).nullable(),
  problemCount: z.int(),
  problems: z.array(Problem),
  /** Entries that say less than they did, because a person was erased. */
  redacted: z.int(),
  /** Erasures of people, each by an entry of its own. */
  erasures: z.array(z.object({ entryId: z.int(), time: z.int(), entries: z.int() })),
  /** Breaks that were accepted, each by an entry of its own. */
  accepted: z.array(AcceptedBreak),
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
  [
    entryId === null ? 'the entry' : `entry ${entryId}`,
    ...(position === null ? [] : [`at place ${position}`]),
    meaning[kind],
  ].join(' ')

const asText = ({ position, hash }: ChainPoint) => ({ position, hash: hash.toString('hex') })

const verify = defineCommand({
  name: 'audit verify',
  summary: 'Finds entries of the audit that were removed, changed, put in or moved; status 1 if so',
  options: z.strictObject({
    head: z
      .string()
      .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'must be PLACE:HASH, as the log and this command name it')
      .optional()
      .describe('A head noted elsewhere, as PLACE:HASH, that the chain must hold'),
  }),
  result: Result,
  async run({ sql, witnessFile }: VerifyServices, { head }) {
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
      redacted: found.redacted,
      erasures: [...(await readErasureEntries(sql))],
      accepted: (await readAcceptedBreaks(sql)).map(({ entryId, time, after }) => ({
        ...{ entryId, time },
        ...AcceptedBreak.pick({ by: true, reason: true }).parse(after),
      })),
    }
  },
  failed: ({ intact }) => !intact,
  print({ intact, entries, firstPosition, head, witness, problemCount, problems, ...rest }) {
    const { accepted, erasures } = rest
    const noted =
      witness === null
        ? 'nothing was noted beside the database yet'
        : `noted beside the database at place ${witness.position}`
    const end = [
      ...erasures.map(
        ({ entryId, time, entries: count }) =>
          `Names of a person were taken from ${count} entries on ` +
          `${new Date(time).toISOString()} (entry ${entryId}).`,
      ),
      ...accepted.map(
        ({ entryId, time, by, reason }) =>
          `A break was accepted on ${new Date(time).toISOString()} by ${by} ` +
          `(entry ${entryId}): ${reason}`,
      ),
      `Head ${head.position}:${head.hash}; ${noted}.`,
    ].join('\n')
    if (intact)
      return `The audit is whole: ${entries} entries from place ${firstPosition} on.\n${end}`
    const [first] = problems
    const rows = problems.map(({ kind, position, entryId }) => [
      position ?? '–',
      entryId ?? '–',
      kind,
    ])
    return [
      `The audit is NOT whole: ${problemCount} ` +
        `${problemCount === 1 ? 'problem' : 'problems'} in ${entries} entries.`,
      `First: ${first ? describe(first) : ''}.`,
      table(['Place', 'Entry', 'Problem'], rows),
      end,
    ].join('\n')
  },
})

const text = z
  .string()
  .trim()
  .min(1, 'must say something')
  .max(500, 'must be at most 500 characters')

const accept = defineCommand({
  name: 'audit accept',
  summary:
    'Records that the audit does not go on from what was noted beside the database, as after a ' +
    'restore, and notes its end anew',
  options: z.strictObject({
    by: text.describe('Who accepts it'),
    reason: text.describe('Why, for whoever reads the audit'),
  }),
  result: z.object({
    found: z.enum(['cut', 'rewritten', 'unreadable']),
    head: z.string(),
    stored: z.string(),
  }),
  run: (services: AcceptServices, acceptance) => acceptBreak(services, acceptance),
  print: ({ found, head, stored }) =>
    [
      `Recorded in the audit: ${breaks[found]}. It had come to ${head}.`,
      `What was noted before is in ${stored} of the data directory.`,
    ].join('\n'),
})

const breaks = {
  cut: 'entries at its end are missing',
  rewritten: 'its entries are not those that were noted',
  unreadable: 'what was noted of it cannot be read',
}

/** `npm run admin -- audit …` */
export const auditCommands: readonly Command<AcceptServices>[] = [verify, accept]
