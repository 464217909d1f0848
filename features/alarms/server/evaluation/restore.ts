import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readAlarmsChangedSince } from '../register/alarms-store.ts'
import type { AlarmRegister } from '../register/alarm-register.ts'
import type { OpenAlarms } from '../register/open-alarms.ts'
import { keyOf } from './evaluated-point.ts'
import type { Evaluator } from './evaluator.ts'
import { readCheckpoint } from './checkpoint-store.ts'
import { storedReadings } from './stored-readings-store.ts'
import { takeCurrent } from './take-current.ts'

interface Restored {
  readonly sql: Kysely<DB>
  readonly telemetry: TelemetryReader
  readonly current: CurrentReadings
  readonly open: OpenAlarms
  readonly evaluator: Evaluator
  readonly register: AlarmRegister
  readonly now: number
}

/** Between two looks whether alarms that wait have been stored. */
const retryMs = 250

/**
 * Goes on where the server before ended: alarms that are there are there again, delays go on, and
 * readings that were stored and perhaps not evaluated are evaluated now. What was evaluated and
 * stored gives nothing again. Without a checkpoint a sensor begins with its present reading.
 */
export async function restore(restored: Restored): Promise<void> {
  const { sql, current, open, evaluator, now } = restored
  const checkpoint = await readCheckpoint(sql)
  // The clock may have been set back since: what comes now is newer than all of it.
  const evaluated = (checkpoint?.sensors ?? []).map(
    ([id, last]) => [id, Math.min(now, last)] as const,
  )
  for (const alarm of open.all()) {
    const isPresent = alarm.returnedAt === null
    const until = Math.min(now, alarm.returnedAt ?? alarm.raisedAt)
    const { point } = evaluator.points.get(keyOf(alarm)) ?? {}
    point?.restore(isPresent, until)
    point?.raiseAfter(Math.min(now, alarm.since))
  }
  if (checkpoint) {
    for (const alarm of await readAlarmsChangedSince(sql, checkpoint.recordedAt)) {
      const { point } = evaluator.points.get(keyOf(alarm)) ?? {}
      point?.restore(point.isActive, Math.min(now, alarm.returnedAt ?? alarm.raisedAt))
    }
    for (const [id, last] of evaluated) evaluator.restoreSensor(id, last)
    for (const [key, since] of checkpoint.pending) {
      const { point } = evaluator.points.get(key) ?? {}
      if (point && since > point.evaluatedUntil) point.restorePending(Math.min(now, since), now)
    }
  }
  const recorded = new Map(evaluated)
  const missed = new Map([...recorded].filter(([id]) => evaluator.hasSensor(id)))
  // Sensors that came after the checkpoint, and have sent since; their clocks may differ.
  if (checkpoint)
    for (const id of evaluator.sensorIds())
      if (!recorded.has(id)) missed.set(id, checkpoint.recordedAt - toleratedClockLeadMs)
  evaluator.prime(presentOf(restored, recorded))
  const isSetBack = checkpoint !== null && checkpoint.recordedAt > now
  const to = isSetBack ? now : now + toleratedClockLeadMs
  if (missed.size > 0) await takeStored(restored, missed, to)
  // What came at the start may not be stored yet, as what is calculated then.
  for (const id of missed.keys()) {
    const present = current.get(id)?.reading
    if (present) evaluator.takeMissed(present, now, () => undefined)
  }
  for (const each of evaluator.points.values()) {
    if (each.sensorId !== null && !missed.has(each.sensorId))
      takeCurrent(evaluator, current, each, now)
    each.point.start()
  }
}

async function takeStored(
  { telemetry, evaluator, register, now }: Restored,
  moments: ReadonlyMap<number, number>,
  to: number,
): Promise<void> {
  const primed = new Map([...moments].map(([id, at]) => [id, at - lookBackMs(evaluator, id)]))
  for await (const readings of storedReadings(telemetry, primed, to))
    for (const reading of readings) {
      if (reading.time <= (moments.get(reading.sensorId) ?? Infinity)) evaluator.prime([reading])
      else {
        while (register.isFull) await Promise.all([storedIn(register), delay(retryMs)])
        evaluator.takeOne(reading, now)
      }
    }
}

const storedIn = (register: AlarmRegister) => register.afterwards(async () => undefined)

/** What is compared with another sensor needs a value of that one from before. */
const comparedMs = 10 * 60_000

/** How long ago readings of a sensor still count for its rules, ms. */
function lookBackMs(evaluator: Evaluator, sensorId: number): number {
  const spans = [...evaluator.pointsOf(sensorId)].map(({ rule: { condition }, sensorIds }) => {
    if (sensorIds.length > 1) return comparedMs
    return 'withinMs' in condition ? condition.withinMs : 0
  })
  return Math.max(0, ...spans)
}

/** The present readings of sensors of which none were missed. */
function presentOf({ current, evaluator }: Restored, evaluated: ReadonlyMap<number, number>) {
  return [...evaluated].flatMap(([id, last]) => {
    const reading = current.get(id)?.reading
    return reading && reading.time <= last - lookBackMs(evaluator, id) ? [reading] : []
  })
}
