import type { Sensor } from '#kit/model/sensor.ts'
import type { TableOrder } from './table-options.ts'

/** A line of a column: a device's name above its sensors, or a sensor. */
export type Line =
  | { readonly kind: 'device'; readonly lesiId: string; readonly isContinued: boolean }
  | { readonly kind: 'sensor'; readonly sensor: Sensor }

type Column = readonly Line[]

/** Lines that are drawn together: a device, or as many sensors as are well looked at as one. */
export interface Block {
  /** Where its first line is in its column. */
  readonly first: number
  readonly lines: readonly Line[]
}

const maximumBlockLines = 14

/** The sensors under their device's LESI ID, or all of them together (null). */
interface Group {
  readonly lesiId: string | null
  readonly sensors: readonly Sensor[]
}

/**
 * The sensors in their order, in at most `columnCount` columns that are about equally long: read
 * from the top of the first to the end of the last. A device that goes on in the next column has
 * its name there too; no column ends with a name.
 */
export function columnsOf(
  sensors: readonly Sensor[],
  order: TableOrder,
  columnCount: number,
  locale: string,
): readonly Column[] {
  const groups = groupsOf(sensors, order, locale)
  const lineCount = groups.reduce((sum, group) => sum + headLines(group) + group.sensors.length, 0)
  const minimum = Math.max(2, Math.ceil(lineCount / columnCount))
  for (let height = minimum; ; height++) {
    const columns = fill(groups, height)
    if (columns.length <= columnCount) return columns
  }
}

function groupsOf(sensors: readonly Sensor[], order: TableOrder, locale: string): readonly Group[] {
  if (order === 'chosen') return [{ lesiId: null, sensors }]
  if (order === 'name') {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const sorted = sensors.toSorted((one, other) => compare(one.alias, other.alias))
    return [{ lesiId: null, sensors: sorted }]
  }
  const byDevice = Map.groupBy(sensors, ({ lesiId }) => lesiId)
  return [...byDevice].map(([lesiId, sensors]) => ({ lesiId, sensors }))
}

const headLines = ({ lesiId }: Group) => (lesiId === null ? 0 : 1)

/** Columns of at most `height` lines, which is two at least. */
function fill(groups: readonly Group[], height: number): readonly Column[] {
  const columns: Line[][] = []
  let column: Line[] = []
  const next = () => {
    columns.push(column)
    column = []
  }
  const head = (lesiId: string | null, isContinued: boolean) => {
    if (lesiId === null) return
    if (column.length > height - 2) next()
    column.push({ kind: 'device', lesiId, isContinued })
  }
  for (const { lesiId, sensors } of groups) {
    head(lesiId, false)
    for (const sensor of sensors) {
      if (column.length >= height) {
        next()
        head(lesiId, true)
      }
      column.push({ kind: 'sensor', sensor })
    }
  }
  if (column.length > 0) next()
  return columns
}

/** The lines of a column in blocks: a device's name begins a new one. */
export function blocksOf(column: Column): readonly Block[] {
  const blocks: { readonly first: number; readonly lines: Line[] }[] = []
  for (const [index, line] of column.entries()) {
    const block = blocks.at(-1)
    if (!block || line.kind === 'device' || block.lines.length >= maximumBlockLines)
      blocks.push({ first: index, lines: [line] })
    else block.lines.push(line)
  }
  return blocks
}

/** A place in the columns. */
export interface LinePlace {
  readonly column: number
  readonly line: number
}

/** Lines that a press of Page Up or Page Down goes. */
const pageLines = 10

/**
 * Where a key leads from a place: along the sensors of a column, to the next column at the same
 * height, to the first or last sensor of all. Undefined for other keys, and where there is none.
 */
export function placeAfter(
  columns: readonly Column[],
  from: LinePlace,
  key: string,
): LinePlace | undefined {
  const { column, line } = from
  const along = (start: number, step: 1 | -1, at = column): LinePlace | undefined => {
    const lines = columns[at] ?? []
    for (let index = start; index >= 0 && index < lines.length; index += step)
      if (lines[index]?.kind === 'sensor') return { column: at, line: index }
    return undefined
  }
  const beside = (at: number) => {
    const last = (columns[at]?.length ?? 0) - 1
    const same = Math.min(line, last)
    return along(same, 1, at) ?? along(same, -1, at)
  }
  const end = (columns[column]?.length ?? 1) - 1
  switch (key) {
    case 'ArrowDown':
      return along(line + 1, 1)
    case 'ArrowUp':
      return along(line - 1, -1)
    case 'PageDown':
      return along(Math.min(end, line + pageLines), 1) ?? along(end, -1)
    case 'PageUp':
      return along(Math.max(0, line - pageLines), -1) ?? along(0, 1)
    case 'ArrowRight':
      return beside(column + 1)
    case 'ArrowLeft':
      return beside(column - 1)
    case 'Home':
      return along(0, 1, 0)
    case 'End':
      return along((columns.at(-1)?.length ?? 1) - 1, -1, columns.length - 1)
    default:
      return undefined
  }
}
