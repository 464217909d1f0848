import { AlarmRecord } from '#features/alarms/server/analysis/alarm-record.ts'
import { analyse } from '#features/alarms/server/analysis/analyse.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { Figure } from '../kit/figures.ts'
import { median } from '../kit/statistics.ts'
import { insertPastAlarms } from './plant-store.ts'

const day = 86_400_000
const alarms = 1_000_000
const days = 60
const runs = 7

/**
 * The analysis of a million alarms of two months: some sources have many, some chatter, and half of
 * the alarms lie in the period before. The map of hours is that of a zone with summer time.
 */
export async function analyseMillion(sql: Sql): Promise<readonly Figure[]> {
  const to = Math.floor(Date.now() / 60_000) * 60_000
  await insertPastAlarms(sql, { alarms, from: to - 2 * days * day, to })
  const record = new AlarmRecord({ sql, log: { warn: () => {} } })
  const begun = performance.now()
  await record.load()
  const loaded = performance.now() - begun
  const measure = async (from: number) => {
    const times: number[] = []
    let count = 0
    for (let run = 0; run < runs; run++) {
      const start = performance.now()
      const request = { from, to, operators: 2, timezone: 'Europe/Berlin', isSeen: () => true }
      const analysis = await record.ask((columns) => analyse(columns, request))
      times.push(performance.now() - start)
      count = analysis.count
    }
    return { time: median(times), maximum: Math.max(...times), count }
  }
  const half = await measure(to - days * day)
  const whole = await measure(to - 2 * days * day)
  const remark = ({ count, maximum }: typeof half) =>
    `${count} in the period, median of ${runs} runs, the longest ${Math.round(maximum)} ms`
  await record.close()
  return [
    {
      name: `analysis of ${alarms} alarms, half of them in the period before`,
      ...{ value: half.time, unit: 'ms', target: { atMost: 300 }, remark: remark(half) },
    },
    {
      name: `analysis of ${alarms} alarms in one period`,
      ...{ value: whole.time, unit: 'ms', target: { atMost: 300 }, remark: remark(whole) },
    },
    {
      name: `${alarms} alarms read after a start, until the first analysis`,
      value: loaded,
      unit: 'ms',
    },
  ]
}
