import type { Sensor } from '#kit/model/sensor.ts'
import type { Comparison } from '#kit/ui/chart/data/comparison.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartData } from '#kit/ui/chart/data/model.ts'
import type { GroupCurve, Side } from '#kit/ui/chart/group/group-picture.ts'
import type { GroupMember } from './use-group-reports.ts'

/** What distinguishes a curve from the others: its colour and its dashes. */
export interface Pen {
  /** Name of the colour token. */
  readonly pen: string
  /** Lengths in CSS pixels; none: a solid line. */
  readonly dash: readonly number[]
}

const colours = 6
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3]]

/** Different for each of twelve places, and between neighbours by both marks. */
export function penOf(index: number): Pen {
  const round = Math.floor(index / colours)
  return {
    pen: `--pen-${(index % colours) + 1}`,
    dash: dashes[(index + round) % dashes.length] ?? [],
  }
}

/** A member whose readings are numbers, with the pen of its place in the group. */
export interface NumberMember extends Pen {
  readonly sensor: Sensor
  /** What it is called in its group. */
  readonly name: string
  /** In which it is drawn. */
  readonly unit: string
  readonly chart: ChartData
  readonly side: Side
  readonly comparison: Comparison | null
}

/**
 * The axis of each sensor: the unit of the first one is at the left, all others share the
 * right. Units in their order.
 */
export function sidesOf(sensors: readonly Pick<Sensor, 'unit'>[]): {
  readonly sides: readonly Side[]
  readonly left: string
  readonly right: readonly string[]
} {
  const [left = '', ...right] = new Set(sensors.map(({ unit }) => unit))
  return { sides: sensors.map(({ unit }) => (unit === left ? 0 : 1)), left, right }
}

/** The units of an axis in one line: sensors without a unit have none to name. */
export const unitsText = (units: readonly string[]): string =>
  units.filter((unit) => unit !== '').join(', ')

const isCurve = ({ type }: Sensor) => type === 'analog' || type === 'counter' || type === 'timer'

/**
 * The members that are drawn as curves, in their order, with the pens of their places; `names` are
 * those of all members, `hour` is the unit in which running hours are drawn.
 */
export function numberMembers(
  members: readonly GroupMember[],
  names: readonly string[],
  hour: string,
) {
  const units = members
    .filter(({ sensor }) => isCurve(sensor))
    .map(({ sensor: { type, unit } }) => ({ unit: type === 'timer' ? hour : unit }))
  const { sides, left, right } = sidesOf(units)
  let next = 0
  const curves = members.flatMap(({ sensor, data, compared }, index): NumberMember[] => {
    if (!isCurve(sensor)) return []
    const { unit = '' } = units[next] ?? {}
    const side = sides[next++] ?? 0
    const name = names[index] ?? sensor.alias
    const comparison = compared?.comparison ?? null
    return data?.kind === 'numbers'
      ? [{ sensor, name, unit, chart: data.chart, side, comparison, ...penOf(index) }]
      : []
  })
  return { curves, left, right }
}

/** The curve of a member as the chart draws it. */
export function curveOf(
  { sensor, chart, side, pen, dash, comparison }: NumberMember,
  levels: readonly ChartLevel[],
): GroupCurve {
  const limits = { lower: sensor.lowerAlarm, upper: sensor.upperAlarm }
  const own = levels.filter(({ sensorId }) => sensorId === sensor.id)
  return { data: chart, side, pen, dash, limits, levels: own, comparison }
}
