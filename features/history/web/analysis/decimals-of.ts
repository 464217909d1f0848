/** Most digits behind the point that are written. */
const maximumDecimals = 9

/** With how many digits behind the point neighbours of an ascending list differ as written. */
export function decimalsOf(values: readonly number[]): number {
  for (let decimals = 0; decimals < maximumDecimals; decimals++)
    if (values.every((value) => Math.abs(Number(value.toFixed(decimals)) - value) < 1e-12))
      return decimals
  return maximumDecimals
}
