import { createHash } from 'node:crypto'
import { identityOfLine, parseLines } from '../writer/reading-lines.ts'
import { storedIdentities, type ReadingTable } from '../store/readings-store.ts'
import {
  completeRollup,
  countRollupDifferences,
  rollups,
  type Bucket,
} from '../store/rollup-completion-store.ts'
import { insertWithBisection, type InsertDependencies } from './insert-with-bisection.ts'

/**
 * How often what is missing is sent under a further token: each time the store has answered that it
 * took it.
 */
const rounds = 3
/** Sensors and buckets in one query. */
const bucketsAtOnce = 1_000

/**
 * Brings the lines of one month into the store after an attempt whose end is not known: it failed,
 * or the program was killed. Afterwards each is stored once and counted once in the rollups.
 *
 * The token alone does not do: the engine writes tokens to a file that it does not sync, and writes
 * them before the part is in its place. After a power cut it may not recognise what it has, and
 * after a failed write it recognises what it lost.
 */
export async function completeLines(
  dependencies: InsertDependencies,
  table: ReadingTable,
  bytes: Buffer,
  token: string,
  isSameEngine: () => Promise<boolean>,
): Promise<void> {
  if (bytes.length === 0) return
  const text = bytes.toString('utf8')
  const { telemetry, logger } = dependencies
  const refused = new Set<string>()
  const insert = async (lines: Buffer, name: string) => {
    for (const line of await insertWithBisection(dependencies, table, lines, name))
      refused.add(line)
  }
  // While the engine is the same process it has the token in memory, and the former attempt may
  // still be going on: under the same token only one of the two counts.
  if (await isSameEngine()) await insert(bytes, token)
  for (let round = 0; ; round++) {
    const stored = await storedIdentities(telemetry, table, parseLines(text))
    const missing = parseLines(text).filter(
      (line) => !stored.has(identityOfLine(line)) && !refused.has(line.line),
    )
    if (missing.length === 0) break
    if (round === rounds) {
      logger.error(
        { table, lines: missing.length, first: missing[0]?.line },
        'the store took these readings and does not show them',
      )
      break
    }
    const lines = Buffer.from(missing.map(({ line }) => line).join(''))
    await insert(lines, `${token}:${round}:${digestOf(lines)}`)
  }
  if (table === 'numeric_readings') await completeRollups(dependencies, text, token)
}

async function completeRollups(
  { telemetry }: InsertDependencies,
  text: string,
  token: string,
): Promise<void> {
  for (const rollup of rollups) {
    const buckets = bucketsOf(text, rollup.seconds)
    for (let start = 0; start < buckets.length; start += bucketsAtOnce) {
      const some = buckets.slice(start, start + bucketsAtOnce)
      for (
        let round = 0;
        round < rounds && (await countRollupDifferences(telemetry, rollup, some)) > 0;
        round++
      )
        await completeRollup(telemetry, rollup, some, `${token}:${start}:${round}`)
    }
  }
}

function bucketsOf(text: string, seconds: number): readonly Bucket[] {
  const buckets = new Map<string, Bucket>()
  for (const { sensorId, time } of parseLines(text)) {
    const start = Math.floor(time / 1000 / seconds) * seconds
    if (Number.isInteger(start)) buckets.set(`${sensorId}:${start}`, { sensorId, start })
  }
  return [...buckets.values()]
}

function digestOf(lines: Buffer): string {
  return createHash('sha256').update(lines).digest('hex').slice(0, 16)
}
