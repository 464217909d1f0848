import {
  hasBits,
  widthOf,
  type ModbusPoint,
  type ModbusTable,
} from '../../../contract/kinds/modbus-tcp.ts'

/** What one request may ask for. */
export const maximumRegisters = 125
export const maximumBits = 2_000

/** One request, and the points that its answer holds. */
export interface ReadPlan {
  readonly unitId: number
  readonly table: ModbusTable
  readonly start: number
  readonly count: number
  readonly points: readonly ModbusPoint[]
}

/**
 * The requests that read these points: those of one unit and table that lie beside each other, or
 * over each other, share one, as far as the protocol allows.
 */
export function planReads(points: readonly ModbusPoint[]): readonly ReadPlan[] {
  const plans: ReadPlan[] = []
  for (const point of points.toSorted(byPlace)) {
    const last = plans.at(-1)
    const joined = last && join(last, point)
    if (joined) plans[plans.length - 1] = joined
    else plans.push(alone(point))
  }
  return plans
}

/** The same points by two requests, where one was refused; null for a single point. */
export function splitPlan({ points }: ReadPlan): readonly ReadPlan[] | null {
  if (points.length < 2) return null
  const middle = Math.ceil(points.length / 2)
  return [...planReads(points.slice(0, middle)), ...planReads(points.slice(middle))]
}

function join(plan: ReadPlan, point: ModbusPoint): ReadPlan | null {
  const { unitId, table, start, count, points } = plan
  if (point.unitId !== unitId || point.table !== table) return null
  const end = Math.max(start + count, point.address + widthOf(point))
  const maximum = hasBits(table) ? maximumBits : maximumRegisters
  // What lies between two points may not exist, and would have the whole request refused.
  if (point.address > start + count || end - start > maximum) return null
  return { unitId, table, start, count: end - start, points: [...points, point] }
}

const alone = (point: ModbusPoint): ReadPlan => ({
  ...{ unitId: point.unitId, table: point.table, start: point.address },
  ...{ count: widthOf(point), points: [point] },
})

function byPlace(one: ModbusPoint, other: ModbusPoint): number {
  return (
    one.unitId - other.unitId ||
    one.table.localeCompare(other.table) ||
    one.address - other.address ||
    widthOf(one) - widthOf(other)
  )
}
