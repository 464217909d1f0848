import { calcGridColWidth, type PositionParams } from 'react-grid-layout/core'
import type { Cell, GridOptions, Size } from './item.ts'

/** Place and size in CSS pixels, from the top left corner of the grid. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Measures = Pick<GridOptions, 'colNum' | 'rowHeight' | 'margin'>

/** The box of cells in a grid of this width. */
export function boxOf({ x, y, w, h }: Cell & Size, width: number, measures: Measures): Box {
  const column = columnWidth(width, measures)
  const [across, down] = measures.margin
  return {
    left: x * (column + across),
    top: y * (measures.rowHeight + down),
    width: w * (column + across) - across,
    height: h * (measures.rowHeight + down) - down,
  }
}

/** The cell whose corner is nearest to this one. */
export function cellAt(
  { left, top }: Pick<Box, 'left' | 'top'>,
  width: number,
  measures: Measures,
): Cell {
  const [across, down] = measures.margin
  return {
    x: Math.round(left / (columnWidth(width, measures) + across)),
    y: Math.round(top / (measures.rowHeight + down)),
  }
}

/** The cell that holds this place, the margin after it included. */
export function cellHolding(
  { left, top }: Pick<Box, 'left' | 'top'>,
  width: number,
  measures: Measures,
): Cell {
  const [across, down] = measures.margin
  return {
    x: Math.floor(left / (columnWidth(width, measures) + across)),
    y: Math.floor(top / (measures.rowHeight + down)),
  }
}

/** The size in cells that is nearest to this one in pixels. */
export function sizeOf(
  box: Pick<Box, 'width' | 'height'>,
  width: number,
  measures: Measures,
): Size {
  const [across, down] = measures.margin
  return {
    w: Math.round((box.width + across) / (columnWidth(width, measures) + across)),
    h: Math.round((box.height + down) / (measures.rowHeight + down)),
  }
}

function columnWidth(containerWidth: number, { colNum, rowHeight, margin }: Measures): number {
  const measures: PositionParams = {
    ...{ cols: colNum, containerWidth, rowHeight, margin },
    ...{ containerPadding: [0, 0], maxRows: Infinity },
  }
  return calcGridColWidth(measures)
}
