import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  maximumChangesOfFew,
  maximumDayChanges,
  maximumStateSensors,
  type DayStates,
} from '../../contract/states-routes.ts'
import { readStateChanges, readStatesAt, type StateChange } from './day-states-store.ts'
import { qualitiesOf } from '../changes/quality-changes.ts'

/**
 * What lamps and detectors were within a day, by their changes: a first reading that says what was
 * so before is none. Where the quality is not known, no state is listed.
 */
export async function dayStates(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  day: { readonly from: number; readonly to: number },
): Promise<DayStates[]> {
  if (sensors.length === 0) return []
  const ids = sensors.map(({ id }) => id)
  const maximum = Math.min(
    maximumChangesOfFew,
    Math.floor((maximumStateSensors * maximumDayChanges) / sensors.length),
  )
  const [changes, before, qualityOf] = await Promise.all([
    readStateChanges(reader, ids, day, maximum + 1),
    readStatesAt(reader, ids, day.from),
    qualitiesOf(reader, ids, day, maximum),
  ])
  const bySensor = Map.groupBy(changes, ({ sensorId }) => sensorId)
  return sensors.map(({ id, deviceId }) => {
    const states = listedStates(bySensor.get(id) ?? [], before.get(id) ?? null, maximum)
    const { quality, truncated } = qualityOf(id)
    const known = truncated ? statesFrom(states, quality.time[0] ?? day.from) : states
    return {
      ...{ sensorId: id, deviceId, before: known.before, quality, truncated: known.truncated },
      time: known.changes.map(({ time }) => time),
      state: known.changes.map(({ state }) => state),
    }
  })
}

interface States extends Pick<DayStates, 'before' | 'truncated'> {
  /** Oldest first. */
  readonly changes: readonly Pick<StateChange, 'time' | 'state'>[]
}

/** `all`: newest first, one more than are listed where there are too many. */
function listedStates(all: readonly StateChange[], before: string | null, maximum: number): States {
  const truncated = all.length > maximum
  const newest = all.slice(0, maximum).toReversed()
  const isSame = !truncated && before !== null && newest[0]?.state === before
  return { before, changes: isSame ? newest.slice(1) : newest, truncated }
}

/** States from a moment on, with the one that they were in then. */
function statesFrom({ before, changes, truncated }: States, from: number): States {
  const isKnown = !truncated || (changes[0]?.time ?? from) <= from
  const then = changes.findLast(({ time }) => time <= from) ?? { state: before }
  const later = changes.filter(({ time }) => time > from)
  const first = isKnown ? [{ time: from, state: then.state }] : []
  return { before, changes: [...first, ...later], truncated: true }
}
