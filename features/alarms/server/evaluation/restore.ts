import type { Kysely } from 'kysely'
import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { CurrentReadings } from '#kit/server/current-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readAlarmsChangedSince } from '../register/alarms-store.ts'
import type { OpenAlarms } from '../register/open-alarms.ts'
import { keyOf, type Evaluator } from './evaluator.ts'
import { readNote } from './note-store.ts'
import { readingsSince } from './replay-store.ts'

interface Restored {
  readonly sql: Kysely<DB>
  readonly telemetry: TelemetryReader
  readonly current: CurrentReadings
  readonly open: OpenAlarms
  readonly evaluator: Evaluator
  readonly now: number
}

/**
 * Goes on where the server before ended: alarms that are there are there again, delays go on, and
 * readings that were stored and perhaps not evaluated are evaluated now. What was evaluated and
 * stored gives nothing again. Without a note a sensor begins with its present reading.
 */
export async function restore(restored: Restored): Promise<void> {
  const { sql, telemetry, current, open, evaluator, now } = restored
  const note = await readNote(sql)
  for (const alarm of open.all()) {
    const isPresent = alarm.returnedAt === null
    const until = alarm.returnedAt ?? alarm.raisedAt
    evaluator.points.get(keyOf(alarm))?.point.restore(isPresent, until)
  }
  if (note) {
    for (const alarm of await readAlarmsChangedSince(sql, note.notedAt)) {
      const { point } = evaluator.points.get(keyOf(alarm)) ?? {}
      point?.restore(point.isActive, alarm.returnedAt ?? alarm.raisedAt)
    }
    for (const [id, last] of note.sensors) evaluator.restoreSensor(id, last)
    for (const [key, since] of note.pending) {
      const { point } = evaluator.points.get(key) ?? {}
      if (point && since > point.evaluatedUntil) point.restorePending(since, now)
    }
  }
  const noted = new Map(note?.sensors)
  evaluator.prime(currentOf(current, noted.keys()))
  const missed = new Map([...noted].filter(([id]) => evaluator.hasSensor(id)))
  // Sensors that came after the note, and have sent since; their clocks may differ.
  if (note)
    for (const id of evaluator.sensorIds())
      if (!noted.has(id)) missed.set(id, note.notedAt - toleratedClockLeadMs)
  if (missed.size > 0) evaluator.take(await readingsSince(telemetry, missed), now)
  for (const each of evaluator.points.values())
    if (each.sensorId !== null && !missed.has(each.sensorId)) {
      const present = current.get(each.sensorId)
      if (present) evaluator.takePresent(each, present.reading, now)
    }
}

/** The present readings of sensors, which what is compared with others begins with. */
function currentOf(current: CurrentReadings, sensorIds: Iterable<number>) {
  return [...sensorIds].flatMap((id) => current.get(id)?.reading ?? [])
}
