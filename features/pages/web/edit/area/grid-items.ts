import type { GridItem } from '#kit/ui/grid/layout/item.ts'
import type { Place } from '../../../contract/area-rules.ts'

interface Part extends Place {
  readonly id: string
}

/** A part of a page as an item of a grid; `least`: what it needs. */
export const itemOf = (
  { id: i, x, y, w, h }: Part,
  minimum?: Pick<Place, 'w' | 'h'>,
): GridItem => ({
  ...{ i, x, y, w, h },
  // What is stored smaller than its kind asks for stays as it is until somebody changes it.
  ...(minimum && { minW: Math.min(minimum.w, w), minH: Math.min(minimum.h, h) }),
})

/** Where an item of a grid lies, as a part of a page. */
export const placeOf = ({ i: id, x, y, w, h }: GridItem): Part => ({ id, x, y, w, h })
