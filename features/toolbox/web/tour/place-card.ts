/** A part of the window, in pixels from its left top corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Placing {
  readonly window: { readonly width: number; readonly height: number }
  readonly card: { readonly width: number; readonly height: number }
  /** What the card is about. */
  readonly target: Box
  /** What it must not cover, whatever happens: banners of alarms. */
  readonly banners: readonly Box[]
}

const gap = 12

/**
 * Where a card stands: beside its target, inside the window, over neither the target nor a banner.
 * Where there is no such place, it covers the target rather than a banner.
 */
export function placeCard({ window, card, target, banners }: Placing): Box {
  const inside = (left: number, top: number): Box => ({
    left: clamp(left, gap, window.width - card.width - gap),
    top: clamp(top, gap, window.height - card.height - gap),
    ...card,
  })
  const middle = target.left + target.width / 2 - card.width / 2
  const right = target.left + target.width + gap
  const below = inside(middle, target.top + target.height + gap)
  const level = target.top + target.height / 2 - card.height / 2
  const beside = inside(right, level)
  const lowest = window.height
  const isInMenu = target.left + target.width < window.width / 3
  const places = [
    ...(isInMenu ? [beside, below] : [below, beside]),
    inside(target.left - card.width - gap, level),
    inside(middle, target.top - card.height - gap),
    inside(right, lowest),
    ...[middle, 0, window.width].map((left) => inside(left, lowest)),
    ...banners.map((banner) => inside(middle, banner.top + banner.height + gap)),
  ]
  const isFree = (place: Box) => !banners.some((banner) => overlaps(place, banner))
  return (
    places.find((place) => isFree(place) && !overlaps(place, target)) ??
    places.find(isFree) ??
    inside(middle, lowest)
  )
}

/** At `minimum` where there is no room. */
const clamp = (value: number, minimum: number, maximum: number) =>
  Math.max(minimum, Math.min(value, maximum))

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}
