import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import {
  balanced,
  columns,
  createRows,
  sum,
  type GridItem,
  type Row,
  type SizesOf,
} from './rows.ts'

/** Widgets that are drawn or left out together, with the rows they take side by side. */
export interface RowGroup {
  readonly items: readonly GridItem[]
  readonly rows: number
}

/** Fewer sensors than this do not get a big one: it would be beside nothing. */
export const minimumForHero = 6
const maximumBesideHero = 4
const itemsPerGroup = 18

/** What is to be arranged, in its order; rows take from the front of the lists. */
interface Queues {
  /** The sensor that is shown big, if any. */
  readonly hero: Sensor | undefined
  readonly medium: Sensor[]
  readonly small: Sensor[]
}

/**
 * What is in the big place: the first number with limits of six sensors or more; a sensor, of this
 * device or of another; or nothing.
 */
export type HeroItem = 'usual' | Sensor | null

/**
 * Arranges the sensors of one device in the sizes that `sizesOf` gives for their types: states and
 * some numbers with limits medium, the other numbers small below, every row filled to 12 columns
 * where it can be. A sensor that takes the big place changes places with the usual one, and nothing
 * else moves; that of another device is shown there besides its own place.
 */
export function arrange(
  sensors: readonly Sensor[],
  big: HeroItem,
  sizesOf: SizesOf,
): readonly RowGroup[] {
  const queues = queuesOf(sensors, big, sizesOf)
  const { hero, medium, small } = queues
  const height = (size: WidgetSize) =>
    Math.max(...sensors.map(({ type }) => sizesOf(type).gridSizes[size].height))
  const rows = createRows(sizesOf)
  const groups: RowGroup[] = []
  let items = hero ? heroItems(hero, queues, height, sizesOf) : []
  let y = hero ? height('medium') + height('small') : 0
  const finish = () => {
    if (items.length > 0) groups.push({ items, rows: y })
    items = []
    y = 0
  }
  const add = (row: Row) => {
    if (items.length >= itemsPerGroup) finish()
    items.push(...rows.items(row, 0, y, columns))
    y += row.height
  }
  for (const row of filledRows(medium, rows))
    add({ sensors: row, size: 'medium', height: height('medium') })
  for (const row of balanced([...medium, ...small]))
    add({ sensors: row, size: 'small', height: height('small') })
  finish()
  return groups
}

function queuesOf(sensors: readonly Sensor[], big: HeroItem, sizesOf: SizesOf): Queues {
  const isNumber = ({ type }: Sensor) => sizesOf(type).defaultSize === 'small'
  const isCandidate = (sensor: Sensor) => isNumber(sensor) && hasLimits(sensor)
  const usual = sensors.length >= minimumForHero ? sensors.find(isCandidate) : undefined
  const hero = big === 'usual' ? usual : (big ?? undefined)
  const listed = hero && usual && isCandidate(hero) ? swapped(sensors, usual, hero) : sensors
  const others = listed.filter(({ id }) => id !== hero?.id)
  // Of another device: the usual one goes to the end, so that nothing else moves.
  const displaced = hero && others.length === sensors.length ? usual : undefined
  const remaining = others.filter((sensor) => sensor !== displaced)
  const states = remaining.filter((sensor) => !isNumber(sensor))
  const besideHero = hero ? Math.min(states.length, maximumBesideHero) : 0
  const isFullBesideHero = besideHero > 0 && besideHero === states.length
  const featured = isFullBesideHero
    ? []
    : featuredOf(remaining.filter(isCandidate), states.slice(besideHero), sizesOf)
  return {
    hero,
    medium: [...states.slice(0, besideHero), ...featured, ...states.slice(besideHero)],
    small: [
      ...remaining.filter((sensor) => isNumber(sensor) && !featured.includes(sensor)),
      ...(displaced ? [displaced] : []),
    ],
  }
}

/** The sensors with two of them in each other's place; unchanged where one is not among them. */
function swapped(sensors: readonly Sensor[], one: Sensor, other: Sensor): readonly Sensor[] {
  const at = sensors.findIndex(({ id }) => id === other.id)
  const found = sensors[at]
  return found === undefined ? sensors : sensors.with(at, one).with(sensors.indexOf(one), found)
}

/** The numbers that are shown medium: as many as fill the row that the states leave open. */
function featuredOf(
  candidates: readonly Sensor[],
  states: readonly Sensor[],
  sizesOf: SizesOf,
): readonly Sensor[] {
  const width = ({ type }: Sensor) => sizesOf(type).gridSizes.medium.width
  const open = columns - (sum(states.map(width)) % columns)
  const widest = Math.max(1, ...candidates.map(width))
  // At least one shows its trend, if need be in the place of a state, which then moves to the small
  // ones.
  return candidates.slice(0, Math.max(1, Math.floor(open / widest)))
}

/** Filled rows of medium widgets; those of a last row that cannot be filled stay in `medium`. */
function filledRows(medium: Sensor[], rows: ReturnType<typeof createRows>): Sensor[][] {
  const filled: Sensor[][] = []
  while (medium.length > 0) {
    const row = rows.take([...medium], 'medium', columns)
    if (sum(rows.widths(row, 'medium', columns)) < columns) break
    medium.splice(0, row.length)
    filled.push(row)
  }
  return filled
}

/** The big widget with a row of medium and a row of small ones beside it, taken from the queues. */
function heroItems(
  sensor: Sensor,
  { medium, small }: Queues,
  height: (size: WidgetSize) => number,
  sizesOf: SizesOf,
): GridItem[] {
  const rows = createRows(sizesOf)
  const { width } = sizesOf(sensor.type).gridSizes.big
  const rest = columns - width
  const beside = (queue: Sensor[], size: 'medium' | 'small', y: number) =>
    rows.items(
      { sensors: rows.take(queue, size, rest), size, height: height(size) },
      width,
      y,
      rest,
    )
  const whole = height('medium') + height('small')
  return [
    { sensor, size: 'big', x: 0, y: 0, width, height: whole },
    ...beside(medium, 'medium', 0),
    ...beside(small, 'small', height('medium')),
  ]
}
