import fc from 'fast-check'

/**
 * Numbers as sensors may send them: ordinary ones, and all at which sums, differences and products
 * leave the range.
 */
export const extremeNumbers = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((number) => number / 10),
  fc.constantFrom(
    1.7e308,
    -1.7e308,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    0,
    -0,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** The mean without a rounding error but the last. */
export function exactMean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + wholeOf(value), 0n)
  return numberOf(sum / BigInt(values.length))
}

/** The sum without a rounding error but the last; infinite where no number says it. */
export function exactSum(values: readonly number[]): number {
  return numberOf(values.reduce((total, value) => total + wholeOf(value), 0n))
}

/** How often the smallest double is in `value`. */
function wholeOf(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const raw = bits.getBigUint64(0)
  const exponent = (raw >> 52n) & 0x7ffn
  const fraction = raw & 0xfffffffffffffn
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n)
  return raw >> 63n === 1n ? -magnitude : magnitude
}

function numberOf(whole: bigint): number {
  const shift = BigInt(Math.max(0, (whole < 0n ? -whole : whole).toString(2).length - 64))
  const scale = 1074n - shift
  const short = Number(whole >> shift)
  // Two steps: 2^-1074 times a large number is a number, 2^1074 is none.
  return scale >= 0n
    ? short * 2 ** -Number(scale / 2n) * 2 ** -Number(scale - scale / 2n)
    : short * 2 ** Number(-scale)
}

/** Whether two figures are equal but for the rounding errors of a sum of values of this size. */
export function isCloseTo(figure: number, exact: number, values: readonly number[]): boolean {
  const size = Math.max(...values.map(Math.abs))
  return Math.abs(figure / 2 - exact / 2) <= size * 1e-12 + Number.MIN_VALUE
}
