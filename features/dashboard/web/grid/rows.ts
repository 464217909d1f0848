import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { WidgetMeta, WidgetSize } from '#kit/web/widget-registry.ts'

/**
 * A sensor's widget on the grid of 12 columns; `y` and `height` in rows, from the top of its group.
 */
export interface GridItem {
  readonly sensor: Sensor
  readonly size: WidgetSize
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a kind of widget says of the room that it needs, by the type of sensor. */
export type SizesOf = (type: SensorType) => Pick<WidgetMeta, 'defaultSize' | 'gridSizes'>

/** Widgets of one size side by side. */
export interface Row {
  readonly sensors: readonly Sensor[]
  readonly size: WidgetSize
  readonly height: number
}

export const columns = 12
const maximumWidth = 4
const maximumPerRow = 6

/** Fills rows of widgets, each of which has at least the room that its kind asks for. */
export function createRows(sizesOf: SizesOf) {
  const minimumWidth = ({ type }: Sensor, size: WidgetSize) => sizesOf(type).gridSizes[size].width

  /**
   * Widens the widgets of one row, one column at a time, until they fill it; numbers and trends
   * profit first.
   */
  function widths(sensors: readonly Sensor[], size: WidgetSize, total: number): number[] {
    const widths = sensors.map((sensor) => minimumWidth(sensor, size))
    const maximum = total < columns ? total : maximumWidth
    const isState = (index: number) =>
      Number(sizesOf(sensors[index]?.type ?? 'analog').defaultSize !== 'small')
    const numbersFirst = [...widths.keys()].toSorted((one, other) => isState(one) - isState(other))
    for (let width = 0; width < maximum; width++) {
      for (const index of numbersFirst) {
        const present = widths[index] ?? maximum
        if (present < maximum && sum(widths) < total) widths[index] = present + 1
      }
    }
    return widths
  }

  return {
    widths,
    /** Takes as many sensors from the front as fit into `total` columns. */
    take(queue: Sensor[], size: WidgetSize, total: number): Sensor[] {
      let used = 0
      let count = 0
      for (const sensor of queue) {
        const width = minimumWidth(sensor, size)
        if (used + width > total) break
        used += width
        count++
      }
      return queue.splice(0, count)
    },
    /** The widgets of a row whose left end is at `x`, `total` columns wide. */
    items(row: Row, x: number, y: number, total: number): GridItem[] {
      let left = x
      const widthsInRow = widths(row.sensors, row.size, total)
      return row.sensors.map((sensor, index) => {
        const width = widthsInRow[index] ?? minimumWidth(sensor, row.size)
        left += width
        return { sensor, size: row.size, x: left - width, y, width, height: row.height }
      })
    },
  }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

/** Splits into rows of nearly the same count, so that no row holds one left-over. */
export function balanced(sensors: readonly Sensor[]): Sensor[][] {
  const count = Math.ceil(sensors.length / maximumPerRow)
  const rows: Sensor[][] = []
  let taken = 0
  for (let row = 0; row < count; row++) {
    const size = Math.ceil((sensors.length - taken) / (count - row))
    rows.push(sensors.slice(taken, taken + size))
    taken += size
  }
  return rows
}
