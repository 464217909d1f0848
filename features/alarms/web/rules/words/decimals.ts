const maximumDecimals = 6

/** Decimals with which a number of a rule is written: as many as it was entered with. */
export function decimalsOf(value: number): number {
  const [, fraction = ''] = String(value).split('.')
  return Math.min(fraction.length, maximumDecimals)
}
