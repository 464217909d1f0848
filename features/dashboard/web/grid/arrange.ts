import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'

/**
 * A sensor's widget on the grid of 12 columns; `y` and `height` in rows, from the top of its block.
 */
export interface Placed {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Widgets that are drawn or left out together, with the rows they take side by side. */
export interface Block {
  readonly items: readonly Placed[]
  readonly rows: number
}

interface Row {
  readonly sensors: readonly Sensor[]
  readonly size: WidgetSize
  readonly height: number
}

const columns = 12
const mediumHeight = 3
const smallHeight = 2
const hero = { width: 4, height: mediumHeight + smallHeight }
/** Fewer sensors than this do not get a big one: it would stand beside nothing. */
const leastForHero = 6
const widgetsPerBlock = 18

const hasLimits = ({ type, lowerAlarm, upperAlarm }: Sensor) =>
  type === 'analog' && (lowerAlarm !== null || upperAlarm !== null)
const leastWidth = ({ type }: Sensor, size: WidgetSize) =>
  type === 'analog' && size === 'medium' ? 3 : 2

/**
 * Widens the widgets of one row, one column at a time, until they fill it; numbers and trends
 * profit first.
 */
function justified(sensors: readonly Sensor[], size: WidgetSize, total: number): number[] {
  const widths = sensors.map((sensor): number => leastWidth(sensor, size))
  const most = total < columns ? total : 4
  const numbersFirst = sensors
    .map((_, index) => index)
    .toSorted((one, other) => rank(sensors[one]) - rank(sensors[other]))
  const sum = () => widths.reduce((all, width) => all + width, 0)
  for (let width = 0; width < most; width++) {
    for (const index of numbersFirst) {
      const present = widths[index] ?? most
      if (present < most && sum() < total) widths[index] = present + 1
    }
  }
  return widths
}

const rank = (sensor: Sensor | undefined) => (sensor?.type === 'analog' ? 0 : 1)

/** Takes as many sensors from the front as fit into `total` columns. */
function take(queue: Sensor[], size: WidgetSize, total: number): Sensor[] {
  let used = 0
  let count = 0
  for (const sensor of queue) {
    const width = leastWidth(sensor, size)
    if (used + width > total) break
    used += width
    count++
  }
  return queue.splice(0, count)
}

/**
 * Splits into rows of nearly the same count, at most six in each, so that no row holds one
 * left-over.
 */
function balanced(sensors: readonly Sensor[]): Sensor[][] {
  const count = Math.ceil(sensors.length / (columns / 2))
  const rows: Sensor[][] = []
  let taken = 0
  for (let row = 0; row < count; row++) {
    const size = Math.ceil((sensors.length - taken) / (count - row))
    rows.push(sensors.slice(taken, taken + size))
    taken += size
  }
  return rows
}

function place(row: Row, x: number, y: number, total: number): Placed[] {
  let left = x
  const widths = justified(row.sensors, row.size, total)
  return row.sensors.map((sensor, index) => {
    const width = widths[index] ?? 2
    left += width
    return { sensor, size: row.size, x: left - width, y, width, height: row.height }
  })
}

/**
 * How many analog sensors are shown medium: as many as fill the row that lamps, counters and the
 * like leave open.
 */
function featuredCount(candidates: number, others: number): number {
  const used = (others * 2) % columns
  // At least one shows its trend, if need be in the place of a state, which then moves to the small
  // ones.
  return Math.min(candidates, Math.max(1, Math.floor((columns - used) / 3)))
}

/**
 * Rows of medium widgets, each filled; those of a last row that cannot be filled are left in
 * `medium`.
 */
function mediumRows(medium: Sensor[]): Row[] {
  const rows: Row[] = []
  while (medium.length > 0) {
    const sensors = take([...medium], 'medium', columns)
    const filled = justified(sensors, 'medium', columns).reduce((sum, width) => sum + width, 0)
    if (filled < columns) break
    medium.splice(0, sensors.length)
    rows.push({ sensors, size: 'medium', height: mediumHeight })
  }
  return rows
}

/**
 * The big widget with a row of medium and a row of small ones beside it; takes them from the lists.
 */
function heroBlock(sensor: Sensor, medium: Sensor[], small: Sensor[]): Placed[] {
  const rest = columns - hero.width
  const beside = (sensors: Sensor[], size: WidgetSize, y: number, height: number) =>
    place({ sensors, size, height }, hero.width, y, rest)
  return [
    { sensor, size: 'big', x: 0, y: 0, width: hero.width, height: hero.height },
    ...beside(take(medium, 'medium', rest), 'medium', 0, mediumHeight),
    ...beside(take(small, 'small', rest), 'small', mediumHeight, smallHeight),
  ]
}

/**
 * Arranges the sensors of one device: states and some numbers with limits medium, the other numbers
 * small below, every row filled to 12 columns where it can be. `withHero` makes the first sensor
 * with limits a big one.
 */
export function arrange(sensors: readonly Sensor[], withHero: boolean): readonly Block[] {
  const others = sensors.filter(({ type }) => type !== 'analog')
  const candidates = sensors.filter(hasLimits)
  const big = withHero && sensors.length >= leastForHero ? candidates.shift() : undefined
  const besideHero = big ? Math.min(others.length, 4) : 0
  const rest = others.length - besideHero
  const featured = new Set(
    big && besideHero > 0 && rest === 0
      ? []
      : candidates.slice(0, featuredCount(candidates.length, rest)),
  )
  const medium = [...others.slice(0, besideHero), ...featured, ...others.slice(besideHero)]
  const numbers = sensors.filter(
    (sensor) => sensor.type === 'analog' && sensor !== big && !featured.has(sensor),
  )

  const blocks: Block[] = []
  let items: Placed[] = big ? heroBlock(big, medium, numbers) : []
  let y = big ? hero.height : 0
  const finish = () => {
    if (items.length > 0) blocks.push({ items, rows: y })
    items = []
    y = 0
  }
  const add = (row: Row) => {
    if (items.length >= widgetsPerBlock) finish()
    items.push(...place(row, 0, y, columns))
    y += row.height
  }
  for (const row of mediumRows(medium)) add(row)
  for (const row of balanced([...medium, ...numbers]))
    add({ sensors: row, size: 'small', height: smallHeight })
  finish()
  return blocks
}
