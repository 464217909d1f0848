interface Cells {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** So many columns are words, the rest figures. */
  readonly words: number
}

interface Measures {
  /** For all columns together. */
  readonly room: number
  readonly headWidth: (text: string) => number
  readonly cellWidth: (text: string) => number
}

/** Of the room; what is longer is broken within a word. */
const maximumWordShare = 0.2
const minimumWidth = 12
/** For rounding: a word that just fits is not broken. */
const spare = 0.5

/**
 * Figures have the room that they need, up to a fifth each; words the rest. None of their columns
 * is narrower than its longest word as long as there is room: names and dates are not broken.
 */
export function columnWidths({ head, rows, words }: Cells, measures: Measures): number[] {
  const { room, headWidth, cellWidth } = measures
  const maximum = room * maximumWordShare
  const columns = head.map((name, index) => {
    let wanted = Math.max(minimumWidth, ...name.split(' ').map(headWidth))
    let longest = Math.min(maximum, wanted)
    for (const row of rows) {
      const cell = row[index] ?? ''
      const width = cellWidth(cell)
      wanted = Math.max(wanted, width)
      if (width <= longest || longest === maximum) continue
      for (const word of cell.split(/\s/)) longest = Math.max(longest, cellWidth(word))
      longest = Math.min(longest, maximum)
    }
    return { wanted, minimum: longest + spare }
  })
  const figures = columns.slice(words).map(({ wanted }) => Math.min(wanted, maximum))
  return [...spread(columns.slice(0, words), room - sumOf(figures)), ...figures]
}

interface Column {
  readonly wanted: number
  readonly minimum: number
}

/** Each has its minimum width, and of what is left in proportion to what it wants beyond it. */
function spread(columns: readonly Column[], room: number): number[] {
  const wanted = sumOf(columns.map((column) => column.wanted))
  const minimum = sumOf(columns.map((column) => column.minimum))
  if (wanted <= room || minimum >= room) {
    const base = wanted <= room ? 'wanted' : 'minimum'
    const factor = room / Math.max(1, wanted <= room ? wanted : minimum)
    return columns.map((column) => column[base] * factor)
  }
  const factor = (room - minimum) / Math.max(1, wanted - minimum)
  return columns.map((column) => column.minimum + (column.wanted - column.minimum) * factor)
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
