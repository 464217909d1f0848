import { join } from 'node:path'
import { pino } from 'pino'
import { recordAudit } from '#testing/audit.ts'
import { verifyAudit } from '#features/audit/server/verify.ts'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { percentile } from '../kit/statistics.ts'
import { switchChain } from './chain-switch-store.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations', 'postgres')
const runMs = 5_000
const writers = 8

async function openDatabase(context: BenchmarkContext): Promise<Sql> {
  const log = pino({ level: 'fatal' })
  const embedded = await startEmbeddedPostgres({ directory: context.directory(), log })
  context.atEnd(() => embedded.stop())
  const sql = openSql({ embedded }, { log })
  context.atEnd(() => sql.destroy())
  await migrate(sql, migrations, log)
  return sql
}

/**
 * Milliseconds of each transaction that did nothing but write one entry, by `count` writers at
 * once.
 */
async function write(sql: Sql, count: number): Promise<readonly number[]> {
  const took: number[] = []
  const end = performance.now() + runMs
  const origin = { actorId: null, address: '203.0.113.7', requestId: 'request' }
  const writer = async () => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      const record = {
        action: 'user.update',
        entity: 'user',
        entityId: 1,
        entityName: 'ann@example.org',
      } as const
      const change = {
        before: { name: 'Ann', roles: ['user'] },
        after: { name: 'Anna', roles: ['user', 'editor'] },
      }
      await sql
        .transaction()
        .execute((transaction) => recordAudit(transaction, origin, { ...record, ...change }))
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: count }, writer))
  return took.toSorted((one, other) => one - other)
}

async function compare(sql: Sql, count: number): Promise<Figure[]> {
  await switchChain(sql, false)
  const plain = await write(sql, count)
  await switchChain(sql, true)
  const chained = await write(sql, count)
  const rate = (took: readonly number[]) => (took.length / runMs) * 1_000
  const name = `entries, ${count} at once`
  const p99 = (took: readonly number[]) => percentile(took, 0.99)
  return [
    {
      name: `${name}, a second`,
      value: rate(chained),
      unit: '/s',
      remark: `${rate(plain).toFixed(0)} without the chain`,
    },
    {
      name: `${name}, p99`,
      value: p99(chained),
      unit: 'ms',
      remark: `${p99(plain).toFixed(1)} ms without the chain`,
    },
  ]
}

export const audit: Benchmark = {
  name: 'audit',
  summary: 'what chaining costs the transactions that leave an entry, and how long verifying takes',
  async run(context) {
    const sql = await openDatabase(context)
    const figures = [...(await compare(sql, 1)), ...(await compare(sql, writers))]
    const begun = performance.now()
    const { links } = await verifyAudit(sql)
    const seconds = (performance.now() - begun) / 1_000
    return [
      ...figures,
      { name: 'entries verified', value: links / seconds, unit: '/s', remark: `${links} entries` },
    ]
  },
}
