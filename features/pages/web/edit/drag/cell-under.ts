import type { Place } from '../../../contract/area-rules.ts'

/** CSS pixels, from the top left corner of the window. */
export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The cell of an area in which the middle of a widget's top lies when it is dropped at a point;
 * undefined where the area is not drawn as a grid (a phone's one column).
 */
export function cellUnder(
  area: Element | undefined,
  point: Point,
  { w }: Pick<Place, 'w' | 'h'>,
): Pick<Place, 'x' | 'y'> | undefined {
  const grid = area?.querySelector<HTMLElement>('.layout-grid')
  if (!grid) return undefined
  const style = getComputedStyle(grid)
  const columns = Number(style.getPropertyValue('--columns'))
  if (style.gridTemplateColumns.split(' ').length !== columns) return undefined
  const { left, top, width } = grid.getBoundingClientRect()
  const pitch = {
    x: (width + Number.parseFloat(style.columnGap)) / columns,
    y: Number.parseFloat(style.gridAutoRows) + Number.parseFloat(style.rowGap),
  }
  return {
    x: Math.max(0, Math.round((point.x - left) / pitch.x - w / 2)),
    y: Math.max(0, Math.floor((point.y - top) / pitch.y)),
  }
}
