import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reading } from '#kit/model/reading.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import { lateFlags, type LateReadings as Contract } from '#kit/server/readings/late-readings.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { CurrentValues } from '../current/current-values.ts'
import type { SensorCutoffs } from '../retention/sensor-cutoffs.ts'
import type { Retention } from '../retention/retention.ts'
import { storedIdentities } from '../store/readings-store.ts'
import { identityOfLine, lineOf, type ReadingLine } from '../writer/reading-lines.ts'

interface Dependencies {
  readonly writer: Pick<ReadingWriter, 'write' | 'flush'>
  readonly current: Pick<CurrentValues, 'offer'>
  readonly sensorCutoffs: Pick<SensorCutoffs, 'of' | 'incompleteAmong'>
  readonly retention: Pick<Retention, 'cutoffs'>
}

/** Readings that are handed over at once; then whatever else has come is served. */
const handedOver = 1_000

/** Readings of the past: compared with what is stored and kept, and stored without any event. */
export class LateReadings implements Contract {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async classify(readings: readonly Reading[], reader: TelemetryReader): Promise<Uint8Array> {
    const { writer, sensorCutoffs } = this.#dependencies
    await writer.flush({ sensorIds: new Set(readings.map(({ sensorId }) => sensorId)) })
    const lines = readings.map((reading): ReadingLine => ({ ...reading, line: lineOf(reading) }))
    const stored = await this.#stored(readings, lines, reader)
    const times = new Set([...stored].map(placeOfIdentity))
    const cutoffsOf = await this.#cutoffsOf(readings)
    const isIncomplete = await sensorCutoffs.incompleteAmong(
      lines.filter((_, index) => !isText(readings[index])),
    )
    return Uint8Array.from(readings, (reading, index) => {
      const line = lines[index]
      if (!line) return 0
      if (stored.has(identityOfLine(line))) return lateFlags.stored
      const { readings: wholeFrom, hours: hoursFrom } = cutoffsOf(reading.sensorId)
      const isOld = reading.time < wholeFrom
      if (isOld && (isText(reading) || reading.time < hoursFrom || isIncomplete(line)))
        return lateFlags.expired
      const isBeside = times.has(`${reading.sensorId}\t${reading.time}`)
      return (isBeside ? lateFlags.beside : 0) + (isOld ? lateFlags.summed : 0)
    })
  }

  async store(readings: readonly Reading[], signal: AbortSignal): Promise<void> {
    const { writer, current } = this.#dependencies
    for (let start = 0; start < readings.length; start += handedOver) {
      signal.throwIfAborted()
      await writer.write(readings.slice(start, start + handedOver))
      await nextTurn()
    }
    await writer.flush({ sensorIds: new Set(readings.map(({ sensorId }) => sensorId)) })
    for (const reading of newestOf(readings)) current.offer(reading)
  }

  async #stored(
    readings: readonly Reading[],
    lines: readonly ReadingLine[],
    reader: TelemetryReader,
  ): Promise<Set<string>> {
    const texts = lines.filter((_, index) => isText(readings[index]))
    const numbers = lines.filter((_, index) => !isText(readings[index]))
    const found = new Set<string>()
    for (const [table, some] of [
      ['numeric_readings', numbers],
      ['text_readings', texts],
    ] as const) {
      if (some.length === 0) continue
      for (const identity of await storedIdentities(reader, table, some)) found.add(identity)
    }
    return found
  }

  /** As the rules are now: what has expired goes within the hour. */
  async #cutoffsOf(readings: readonly Reading[]): Promise<(sensorId: number) => RetentionCutoffs> {
    const { sensorCutoffs, retention } = this.#dependencies
    const cutoffs = await retention.cutoffs([...new Set(readings.map(({ sensorId }) => sensorId))])
    return (sensorId) => {
      const removed = sensorCutoffs.of(sensorId)
      const soon = cutoffs.get(sensorId) ?? removed
      return {
        readings: Math.max(removed.readings, soon.readings),
        minutes: Math.max(removed.minutes, soon.minutes),
        hours: Math.max(removed.hours, soon.hours),
      }
    }
  }
}

const isText = (reading: Reading | undefined) => typeof reading?.value === 'string'

/** Sensor and time of an identity. */
const placeOfIdentity = (identity: string) =>
  identity.slice(0, identity.indexOf('\t', identity.indexOf('\t') + 1))

function newestOf(readings: readonly Reading[]): Iterable<Reading> {
  const newest = new Map<number, Reading>()
  for (const reading of readings)
    if (reading.time >= (newest.get(reading.sensorId)?.time ?? 0))
      newest.set(reading.sensorId, reading)
  return newest.values()
}
