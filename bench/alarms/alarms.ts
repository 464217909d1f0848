import { join } from 'node:path'
import { pino } from 'pino'
import type { EvaluatedPoint } from '#features/alarms/server/evaluation/evaluated-point.ts'
import { Evaluator } from '#features/alarms/server/evaluation/evaluator.ts'
import { limitCheck, rateCheck } from '#features/alarms/server/evaluation/checks/number-checks.ts'
import { AlarmPoint } from '#features/alarms/server/evaluation/point.ts'
import { AlarmRegister } from '#features/alarms/server/register/alarm-register.ts'
import { OpenAlarms } from '#features/alarms/server/register/open-alarms.ts'
import { ownLimitRules } from '#features/alarms/server/rules/planned-rule.ts'
import type { Reading } from '#kit/model/reading.ts'
import { createBus } from '#kit/server/bus.ts'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { median } from '../kit/statistics.ts'
import { analyseMillion } from './analysis.ts'
import { measureIngestLoss } from './ingest-loss.ts'
import { onScreen } from './on-screen.ts'
import { countAlarms, insertPlant } from './plant-store.ts'
import { tryRules } from './what-if.ts'

const rules = 10_000
const batch = 1_000
const batches = 1_000
const runs = 5
const migrations = join(import.meta.dirname, '..', '..', 'migrations', 'postgres')

/** Every fourth rule is a rate of change, the others limits with a deadband and a delay. */
function pointOf(sensorId: number, index: number): EvaluatedPoint {
  const rate = { kind: 'rate', direction: 'rise', change: 11, withinMs: 60_000 } as const
  const check = index % 4 === 0 ? rateCheck(rate, 0) : limitCheck('high', 10, 1)
  return {
    ...{ origin: 'upper', deviceId: 1, sensorId, sensorIds: [sensorId], identity: '' },
    ...{ rule: ownLimitRules.upper, point: new AlarmPoint(check, { onDelayMs: 0, offDelayMs: 0 }) },
  }
}

const readingsOf = (sensorIds: readonly number[], time: number, valueOf: () => number): Reading[] =>
  sensorIds.map((sensorId) => ({ sensorId, time, value: valueOf(), quality: 'good' }))

/** Readings a second that one core holds against rules; a few in a thousand raise alarms. */
function evaluate(): Figure {
  const ids = Array.from({ length: rules }, (_, index) => index + 1)
  const rates: number[] = []
  let transitions = 0
  for (let run = 0; run < runs; run++) {
    const evaluator = new Evaluator({ onTransition: () => transitions++, onLate: () => {} })
    for (const [index, id] of ids.entries()) evaluator.put(pointOf(id, index))
    const start = Date.now() - batches * 1_000
    const all = Array.from({ length: batches }, (_, index) => {
      const from = (index * batch) % rules
      const value = () => Math.random() * 10.02
      return readingsOf(ids.slice(from, from + batch), start + index * 1_000, value)
    })
    const begun = performance.now()
    for (const readings of all) evaluator.take(readings, Date.now())
    rates.push((batch * batches) / ((performance.now() - begun) / 1_000))
  }
  return {
    name: `readings against ${rules} rules, a second`,
    value: median(rates),
    unit: '/s',
    target: { atLeast: 1_000_000 },
    remark: `one core, median of ${runs} runs; ${Math.round(transitions / runs)} came or passed`,
  }
}

async function openDatabase(context: BenchmarkContext): Promise<Sql> {
  const log = pino({ level: 'fatal' })
  const embedded = await startEmbeddedPostgres({ directory: context.directory(), log })
  context.atEnd(() => embedded.stop())
  const sql = openSql({ embedded }, { log })
  context.atEnd(() => sql.destroy())
  await migrate(sql, migrations, log)
  return sql
}

/** Every sensor beyond its limit in one moment: until all are stored, and what is stored. */
async function flood(sql: Sql, ids: readonly number[]): Promise<readonly Figure[]> {
  const nobody: ReadonlySet<string> = new Set()
  const register = new AlarmRegister({
    ...{ sql, bus: createBus(() => {}), clock: Date.now, log: pino({ level: 'warn' }) },
    ...{ open: new OpenAlarms(), sensorOf: () => undefined, isThere: () => true },
    rules: { dependentsOf: () => nobody, suppressorsOf: () => nobody },
  })
  const evaluator = new Evaluator({
    onTransition: (transition) => register.take(transition),
    onLate: () => {},
  })
  for (const id of ids) evaluator.put(pointOf(id, 1))
  const begun = performance.now()
  evaluator.take(
    readingsOf(ids, Date.now(), () => 11),
    Date.now(),
  )
  await register.afterwards(async () => {})
  const took = performance.now() - begun
  const stored = await countAlarms(sql)
  await register.close()
  return [
    { name: `${rules} alarms at once, until stored`, value: took, unit: 'ms' },
    { name: 'of them lost', value: rules - stored.sensors, unit: '', target: { atMost: 0 } },
    {
      ...{ name: 'of them doubled', value: stored.alarms - stored.sensors, unit: '' },
      target: { atMost: 0 },
    },
  ]
}

/** What alarms cost: rules that readings are held against, and a flood of alarms. */
export const alarms: Benchmark = {
  name: 'alarms',
  summary:
    'readings held against 10,000 rules, 10,000 alarms at once, 1,000,000 counted, what-if, ' +
    'what ingest loses, screen',
  run: async (context) => {
    const { parts } = context.options
    const isWanted = (part: string) => parts === null || parts.includes(part)
    const figures: Figure[] = []
    if (isWanted('rules')) figures.push(evaluate())
    if (isWanted('database')) {
      const sql = await openDatabase(context)
      const ids = await insertPlant(sql, rules)
      figures.push(...(await flood(sql, ids)), ...(await analyseMillion(sql)))
    }
    if (isWanted('what-if')) figures.push(...(await tryRules(context)))
    if (isWanted('ingest')) figures.push(...(await measureIngestLoss(context)))
    if (isWanted('screen')) figures.push(...(await onScreen(context)))
    return figures
  },
}
