import { overlaps, type Place } from '../../../contract/area-rules.ts'

interface Part extends Place {
  readonly id: string
}

type HeightOf<Item> = (part: Item) => number

const ownHeight = ({ h }: Place) => h

/**
 * The parts of one grid as it shows them: each as high up as those above it let it, in the order
 * that they have. `heightOf` is in rows; a part that is shown higher than it says gets its room.
 */
export function compacted<Item extends Part>(
  parts: readonly Item[],
  heightOf: HeightOf<Item> = ownHeight,
): readonly Item[] {
  const placed = new Map<string, Item>()
  for (const part of parts.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const bottoms = [...placed.values()]
      .filter((above) => above.x < part.x + part.w && part.x < above.x + above.w)
      .map((above) => above.y + heightOf(above))
    const y = Math.max(0, ...bottoms)
    placed.set(part.id, y === part.y ? part : { ...part, y })
  }
  return parts.map((part) => placed.get(part.id) ?? part)
}

interface Room {
  readonly columns: number
  /** Absent: as many as are needed. */
  readonly rows?: number
}

/**
 * The first place, from the top and the left, where a part of this size lies upon no other; null
 * when the room has none.
 */
export function freePlace(
  parts: readonly Place[],
  { w, h }: Pick<Place, 'w' | 'h'>,
  { columns, rows = bottomOf(parts) + h }: Room,
): Place | null {
  for (let y = 0; y + h <= rows; y++) {
    for (let x = 0; x + w <= columns; x++) {
      const place = { x, y, w, h }
      if (isFree(parts, place)) return place
    }
  }
  return null
}

/** Whether nothing lies in a place. */
export function isFree(parts: readonly Place[], place: Place): boolean {
  return !parts.some((part) => overlaps(part, place))
}

/** How many columns and rows the parts of a grid reach. */
export function extentOf(parts: readonly Place[]): { readonly w: number; readonly h: number } {
  return { w: Math.max(1, ...parts.map(({ x, w }) => x + w)), h: Math.max(1, bottomOf(parts)) }
}

/** The first row below all parts. */
export function bottomOf(parts: readonly Place[]): number {
  return Math.max(0, ...parts.map(({ y, h }) => y + h))
}
