/**
 * The value below which `share` (0 to 1) of the values lie, by the nearest rank; NaN when there are
 * none.
 */
export function percentile(values: ArrayLike<number>, share: number): number {
  return ofSorted(Float64Array.from(values).toSorted(), share)
}

export function median(values: ArrayLike<number>): number {
  return percentile(values, 0.5)
}

export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Half, nearly all, and the worst of the values. */
export function spreadOf(values: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(values).toSorted()
  return {
    count: sorted.length,
    p50: ofSorted(sorted, 0.5),
    p99: ofSorted(sorted, 0.99),
    max: ofSorted(sorted, 1),
  }
}

function ofSorted(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}
