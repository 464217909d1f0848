import { scaled, unscaled } from './finite.ts'

/** Expressions of SQL: two values of a running total, and what its sensor says about it. */
interface TotalTerms {
  readonly value: string
  readonly before: string
  /** Where the total begins again; 0: nowhere. */
  readonly wrapAt: string
  readonly offset: string
}

/** SQL for what a running total gained from `before` to `value`: as `gainOf` of kit/model. */
export function gain({ value, before, wrapAt, offset }: TotalTerms): string {
  const around = `(${wrapAt} - ${before} + ${value})`
  return `multiIf(${value} >= ${before}, ${value} - ${before},
    ${wrapAt} > 0 AND ${around} >= 0 AND ${around} < ${wrapAt} / 2, ${around},
    ${value} >= ${offset}, ${value} - ${offset}, ${value})`
}

/**
 * SQL for the sum of such gains over the rows for which `condition` holds, also where only what
 * comes on the way to it is not finite. The engine writes null for what is not.
 */
export function summedGain(terms: TotalTerms, condition: string): string {
  const smaller = Object.fromEntries(
    Object.entries(terms).map(([name, term]) => [name, `(${scaled(term)})`]),
  ) as unknown as TotalTerms
  const each = `if(${condition}, ${gain(terms)}, 0)`
  const eachSmaller = `if(${condition}, ${gain(smaller)}, 0)`
  return `if(isFinite(sum(${each})), sumOrNull(${each}),
    ${unscaled(`sumOrNull(${eachSmaller})`)})`
}
