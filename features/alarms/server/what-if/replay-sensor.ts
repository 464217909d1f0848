import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import { reductionOf } from './reductions.ts'
import type { ReplayThread, RunningReplay } from './replay-thread.ts'
import type { ReplayResult } from './replayed-alarms.ts'
import { numberParts, readingParts } from './what-if-store.ts'

interface SensorReplay {
  readonly reader: TelemetryReader
  readonly thread: ReplayThread
  readonly timezone: string
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly rules: readonly PlannedRule[]
  readonly sensor: Sensor
  /** Other sensors that conditions name. */
  readonly others: readonly Sensor[]
  /** Readings that may still be replayed; the replay ends with an error of the caller beyond it. */
  readonly spend: (readings: number) => void
}

/** What each rule would have raised for one sensor, from its stored readings of a period. */
export async function replaySensor(options: SensorReplay): Promise<ReplayResult> {
  const { thread, timezone, from, to, rules, sensor, others } = options
  const running = await thread.begin({ rules, sensor, others, timezone, from })
  try {
    await takeAll(running, options)
    return await running.end(to)
  } catch (error) {
    // The caller has left, or too much was read.
    running.abandon()
    throw error
  }
}

async function takeAll(running: RunningReplay, options: SensorReplay): Promise<void> {
  const { reader, from, to, rules, sensor, others, spend } = options
  const reduction = reductionOf(rules, sensor, others)
  const sensors = [sensor, ...others.filter(({ id }) => id !== sensor.id)]
  if (reduction.kind === 'edges' || reduction.kind === 'numbers') {
    const sensorIds = sensors.map(({ id }) => id)
    // While the thread replays one part the engine reads the next.
    let replayed: Promise<number> | null = null
    for await (const part of numberParts(reader, { sensorIds, from, to }, reduction)) {
      if (replayed) spend(await replayed)
      replayed = running.takeNumbers(part)
      // Whoever waits for it gets its failure.
      replayed.catch(() => undefined)
    }
    if (replayed) spend(await replayed)
  } else
    for await (const rows of readingParts(reader, sensors, { from, to }, reduction))
      spend(await running.takeRows(rows))
}
