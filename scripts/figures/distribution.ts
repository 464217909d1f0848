/** Something that was counted, and how much of it there is. */
export interface Figure {
  readonly name: string
  readonly value: number
}

export interface Distribution {
  readonly count: number
  readonly sum: number
  readonly median: number
  /** Nine in ten are no greater. */
  readonly ninth: number
  /** The greatest first. */
  readonly greatest: readonly Figure[]
}

const shown = 10

export function distributionOf(figures: readonly Figure[]): Distribution {
  const ordered = figures.toSorted((one, other) => other.value - one.value)
  const share = (part: number) =>
    ordered[ordered.length - Math.ceil(ordered.length * part)]?.value ?? 0
  return {
    count: ordered.length,
    sum: ordered.reduce((sum, { value }) => sum + value, 0),
    median: share(0.5),
    ninth: share(0.9),
    greatest: ordered.slice(0, shown),
  }
}
