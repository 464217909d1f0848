import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { StoredChange } from '../../contract/routes.ts'
import {
  readNumberChanges,
  readTextChanges,
  type ChangeRow,
  type ChangeSpan,
} from './changes-store.ts'

/**
 * Most sensors have changed within this time; only the others cost a look at all that is stored.
 */
const nearMs = 2 * 86_400_000
/**
 * What was found by a look at all that is stored holds this long: older readings seldom arrive
 * later.
 */
const cacheMs = 10 * 60_000

/** Of so many sensors what was found is cached, those looked at last. */
const cachedSensors = 20_000

/** Changes that a widget lists of a text; of a lamp or a detector only the last one counts. */
export const textChanges = 3

/** The latest changes of lamps, detectors and texts, as the store has them. */
export class StoredChanges {
  readonly #clock: Clock
  readonly #far = new Map<
    number,
    { readonly readAt: number; readonly changes: readonly StoredChange[] }
  >()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * The newest changes of each of these sensors, newest first, bad readings left out: one of a lamp
   * or a detector, up to three of a text. A change from null is the oldest reading in the store:
   * the value may have been the same before it.
   */
  async of(
    reader: TelemetryReader,
    sensors: readonly Sensor[],
  ): Promise<Map<number, readonly StoredChange[]>> {
    const now = this.#clock()
    const near = await this.#look(reader, sensors, { from: now - nearMs, until: null })
    const changes = new Map(
      sensors.map(({ id }) => [
        id,
        near.get(id)?.filter(({ previous }) => previous !== null) ?? [],
      ]),
    )
    const lacking = sensors.filter(
      (sensor) => (changes.get(sensor.id)?.length ?? 0) < wanted(sensor),
    )
    await this.#lookFar(reader, lacking, now)
    for (const sensor of lacking) {
      const far = this.#far.get(sensor.id)?.changes
      changes.set(sensor.id, merged(continued(near.get(sensor.id), far), far, wanted(sensor)))
    }
    return changes
  }

  /** The same as it was at `at`, ms UTC. */
  async at(
    reader: TelemetryReader,
    sensors: readonly Sensor[],
    at: number,
  ): Promise<Map<number, readonly StoredChange[]>> {
    const near = await this.#look(reader, sensors, { from: at - nearMs, until: at })
    const whole = new Map(
      sensors.map(({ id }) => [
        id,
        near.get(id)?.filter(({ previous }) => previous !== null) ?? [],
      ]),
    )
    const isLacking = (sensor: Sensor) => (whole.get(sensor.id)?.length ?? 0) < wanted(sensor)
    const lacking = sensors.filter(isLacking)
    const far = await this.#look(reader, lacking, { from: 0, until: at })
    return new Map([...whole, ...far])
  }

  /** These sensors are no more. */
  removeAll(sensorIds: readonly number[]): void {
    for (const id of sensorIds) this.#far.delete(id)
  }

  async #lookFar(reader: TelemetryReader, sensors: readonly Sensor[], now: number): Promise<void> {
    const unread = sensors.filter(
      ({ id }) => now - (this.#far.get(id)?.readAt ?? -Infinity) > cacheMs,
    )
    if (unread.length === 0) return
    const found = await this.#look(reader, unread, { from: 0, until: null })
    for (const { id } of unread) {
      this.#far.delete(id)
      this.#far.set(id, { readAt: now, changes: found.get(id) ?? [] })
    }
    for (const id of this.#far.keys()) {
      if (this.#far.size <= cachedSensors) break
      this.#far.delete(id)
    }
  }

  async #look(
    reader: TelemetryReader,
    sensors: readonly Sensor[],
    span: ChangeSpan,
  ): Promise<Map<number, StoredChange[]>> {
    if (sensors.length === 0) return new Map()
    const ids = sensors.map(({ id }) => id)
    // The numbers of a text are there as texts too.
    const withNumbers = sensors.flatMap(({ id, type }) => (type === 'string' ? [] : [id]))
    const rows = await Promise.all([
      withNumbers.length === 0 ? [] : readNumberChanges(reader, withNumbers, span),
      readTextChanges(reader, ids, span, textChanges),
    ])
    const wantedOf = new Map(sensors.map((sensor) => [sensor.id, wanted(sensor)]))
    const bySensor = Map.groupBy(rows.flat(), ({ sensorId }) => sensorId)
    return new Map(
      [...bySensor].map(([id, changes]) => [
        id,
        merged(changes.map(changeOf), [], wantedOf.get(id) ?? 1),
      ]),
    )
  }
}

const wanted = ({ type }: Sensor) => (type === 'string' ? textChanges : 1)

const changeOf = ({ time, previous, current }: ChangeRow): StoredChange => ({
  time,
  previous,
  current,
})

/**
 * Changes of a short span that go on from those that were found before: its first reading counts
 * only where it says something else than the one before it.
 */
function continued(
  near: readonly StoredChange[] = [],
  far: readonly StoredChange[] = [],
): readonly StoredChange[] {
  const first = near.at(-1)
  if (first?.previous !== null) return near
  const before = far.find(({ time }) => time < first.time)
  if (before ? before.current === first.current : far.length > 0) return near.slice(0, -1)
  return [...near.slice(0, -1), { ...first, previous: before?.current ?? null }]
}

/** The newest `limit` of both, newest first, each time once. */
function merged(
  some: readonly StoredChange[] = [],
  others: readonly StoredChange[] = [],
  limit: number,
): StoredChange[] {
  const times = new Set(some.map(({ time }) => time))
  const all = [...some, ...others.filter(({ time }) => !times.has(time))]
  return all.toSorted((one, other) => other.time - one.time).slice(0, limit)
}
