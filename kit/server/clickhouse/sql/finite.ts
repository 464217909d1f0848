/**
 * Sums of extreme values leave the range of a Float64, although their mean does not. Scaled by
 * 2^-64, which is exact but for the smallest numbers, 2^64 of the greatest have a finite sum.
 */
export const scaled = (value: string): string => `${value} / 4294967296 / 4294967296`
/**
 * The engine would divide the sum instead of the values. Belongs into the SETTINGS of a statement
 * with scaled sums.
 */
export const scaledSettings = 'optimize_arithmetic_operations_in_aggregate_functions = 0'
export const unscaled = (value: string): string => `${value} * 4294967296 * 4294967296`

interface MeanTerms {
  /** Expressions of SQL. */
  readonly sum: string
  readonly scaledSum: string
  readonly count: string
  readonly minimum: string
  readonly maximum: string
}

/**
 * SQL for a mean: the sum by the count wherever the sum is finite, and always between the minimum
 * and the maximum.
 */
export function finiteMean({ sum, scaledSum, count, minimum, maximum }: MeanTerms): string {
  const mean = `if(isFinite(${sum}), ${sum} / ${count}, ${unscaled(`(${scaledSum} / ${count})`)})`
  return `greatest(${minimum}, least(${maximum}, ${mean}))`
}
