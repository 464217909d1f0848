import { join } from 'node:path'
import type { AlarmCondition } from '#features/alarms/contract/condition.ts'
import { replaySensor } from '#features/alarms/server/what-if/replay-sensor.ts'
import { ReplayThread } from '#features/alarms/server/what-if/replay-thread.ts'
import {
  countOf,
  noAlarms,
  type ReplayResult,
} from '#features/alarms/server/what-if/replayed-alarms.ts'
import { ownLimitRules, type PlannedRule } from '#features/alarms/server/rules/planned-rule.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { median } from '../kit/statistics.ts'
import { insertSignal, signalDays } from './signal-store.ts'

const runs = 5
const countIn = (result: ReplayResult, origin: string) => countOf(result.get(origin) ?? noAlarms)
const migrations = join(import.meta.dirname, '..', '..', 'migrations', 'clickhouse')
const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 7, deviceId: 1, lesiId: 'PUMP-1', key: 'flow', alias: 'Flow', type: 'analog' },
  ...{ unit: '', decimals: 1, lowerAlarm: null, upperAlarm: 82, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const high: AlarmCondition = { kind: 'limit', level: 'high', limit: null }
const rate: AlarmCondition = { kind: 'rate', direction: 'rise', change: 0.45, withinMs: 60_000 }

/** A changed rule tried on 30 days of a sensor that sends every second. */
export async function tryRules(context: BenchmarkContext): Promise<readonly Figure[]> {
  const telemetry = openTelemetry({ directory: join(context.directory(), 'clickhouse') })
  context.atEnd(() => telemetry.close())
  await migrateTelemetry(telemetry, migrations)
  const from = Date.now() - signalDays * 86_400_000
  await insertSignal(telemetry, sensor.id, from)
  const thread = new ReplayThread()
  context.atEnd(() => thread.close())
  // The thread holds up no end of the process.
  const waiting = setInterval(() => {}, 1_000)
  context.atEnd(() => clearInterval(waiting))
  const reader = telemetry.readerFor('bench').lengthy
  const replay = async (condition: AlarmCondition, target?: number): Promise<Figure> => {
    const rules: PlannedRule[] = [
      { ...ownLimitRules.upper, condition, origin: 'before' },
      { ...ownLimitRules.upper, condition, origin: 'after', deadband: 0.4 },
    ]
    const [times, work]: [number[], number[]] = [[], []]
    let counts = ''
    for (let run = 0; run < runs; run++) {
      const processor = process.cpuUsage()
      const begun = performance.now()
      const result = await replaySensor({
        ...{ reader, thread, timezone: 'UTC', from, to: Date.now(), rules, sensor },
        ...{ others: [], spend: () => {} },
      })
      times.push(performance.now() - begun)
      const { user, system } = process.cpuUsage(processor)
      work.push((user + system) / 1_000)
      counts = `${countIn(result, 'after')} alarms instead of ${countIn(result, 'before')}`
    }
    return {
      name: `a ${condition.kind} tried on ${signalDays} days of one reading a second`,
      ...{
        value: median(times),
        unit: 'ms',
        remark: `median of ${runs} runs; ${counts}; ${Math.round(median(work))} ms of processors`,
      },
      ...(target === undefined ? {} : { target: { atMost: target } }),
    }
  }
  return [await replay(high, 1_000), await replay(rate, 1_000)]
}
