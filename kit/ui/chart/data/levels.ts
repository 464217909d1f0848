/** A value of which a feature has something to say: the limit of a rule. Drawn as a line. */
export interface ChartLevel {
  readonly key: string
  /** Of which sensor it is. */
  readonly sensorId: number
  /** In the unit of the curve. */
  readonly value: number
  /** What it is, in words, with its figure. */
  readonly label: string
  /** Name of its colour token. */
  readonly colour: string
}

/** A label on a line: `bottom` is where it stands, both in the unit of `bottomOf`. */
interface PlacedLabel {
  readonly level: ChartLevel
  readonly bottom: number
}

/**
 * Levels within the value axis with the bottoms of their labels, from the top down: each on its own
 * line, and where lines are closer than `height`, pushed down one below the other, so that none
 * covers another. `bottomOf` gives the height of a value on the screen, 0 at the top.
 */
export function placeLevels(
  levels: readonly ChartLevel[],
  [low, high]: readonly [low: number, high: number],
  height: number,
  bottomOf: (value: number) => number,
): PlacedLabel[] {
  let next = height
  return levels
    .filter(({ value }) => value >= low && value <= high)
    .toSorted((one, other) => other.value - one.value)
    .map((level) => {
      const bottom = Math.max(bottomOf(level.value), next)
      next = bottom + height
      return { level, bottom }
    })
}
