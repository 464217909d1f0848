import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'

/** A reply ends with the report that is there after so long; the next call goes on behind it. */
export const replyMs = 20_000

type Report = (sensor: Sensor) => Promise<readonly Buffer[]>

interface DeviceReports {
  /** In the order of the reply; */
  readonly sensors: readonly Sensor[]
  /** the report of the first of them. */
  readonly first: readonly Buffer[]
  /** Makes those of the others; rejects when it is late. */
  readonly report: Report
  /** Whether the sensor is open to the caller, at this moment. */
  readonly isOpen: (sensor: Sensor) => boolean
  /** Aborted when the reply has to end. */
  readonly late: AbortSignal
}

/**
 * The sensors behind the one with this key (all without one), in an order that stays. Throws
 * `invalid` when there is none with it.
 */
export function sensorsBehind(sensors: readonly Sensor[], after?: string): readonly Sensor[] {
  const ordered = sensors.toSorted((one, other) => one.id - other.id)
  if (after === undefined) return ordered
  const index = ordered.findIndex(({ key }) => key === after)
  if (index === -1) throw refusedField('after', fieldError('unknown_sensor'))
  return ordered.slice(index + 1)
}

/**
 * `{"data":[…],"meta":{"next":…}}` of one report after another; the next one is made when those
 * before it have been taken. What is not there in time is left to the next call, and what has been
 * closed to the caller meanwhile, which that one refuses.
 */
export async function* deviceReportsJson(order: DeviceReports): AsyncGenerator<Buffer> {
  const { sensors, first } = order
  let done = 0
  yield Buffer.from('{"data":[')
  for (const sensor of sensors) {
    const pieces = done === 0 ? first : await unlessLate(sensor, order)
    if (!pieces) break
    if (done > 0) yield Buffer.from(',')
    yield* pieces
    done++
  }
  const next = done < sensors.length ? sensors[done - 1]?.key : null
  yield Buffer.from(`],"meta":${JSON.stringify({ next })}}`)
}

const busy = new Set(['timeout', 'overloaded', 'too_many_requests'])

/** Null when there is no time left for it, or others had it, or the caller may not have it. */
async function unlessLate(sensor: Sensor, { report, isOpen, late }: DeviceReports) {
  if (late.aborted || !isOpen(sensor)) return null
  try {
    const pieces = await report(sensor)
    return isOpen(sensor) ? pieces : null
  } catch (error) {
    if (late.aborted || (error instanceof AppError && busy.has(error.code))) return null
    throw error
  }
}
