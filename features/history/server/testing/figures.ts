import type { Quality } from '#kit/model/quality.ts'
import { readStatistics } from '../statistics-store.ts'

/** A reading as a test gives it. */
export interface StoredValue {
  readonly time: number
  readonly value: number
  readonly quality: Quality
}

/** The way of ranges in which values are too many to be listed. */
export const readUncountedStatistics = (...[telemetry, range]: Parameters<typeof readStatistics>) =>
  readStatistics(telemetry, range, false)

/** Sums of numbers, exact but for the last rounding, as whole multiples of 2^-1074. */
const unit = 1074n
function wholeOf(value: number): bigint {
  let [mantissa, exponent] = [value, 0]
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    exponent++
  }
  return BigInt(mantissa) << (unit - BigInt(exponent))
}

/** The number nearest to `whole` × 2^-bits. */
function numberOf(whole: bigint, bits: bigint): number {
  const length = BigInt((whole < 0n ? -whole : whole).toString(2).length)
  const cut = length > 80n ? length - 80n : 0n
  const exponent = Number(cut - bits)
  const half = Math.trunc(exponent / 2)
  return Number(whole >> cut) * 2 ** half * 2 ** (exponent - half)
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)

export function meanOf(values: readonly number[]): number {
  return numberOf(sumOf(values.map(wholeOf)) / BigInt(values.length), unit)
}

/**
 * The standard deviation of a sample in whole numbers, so that nothing is rounded but the result;
 * null of fewer than two values.
 */
export function deviationOf(values: readonly number[]): number | null {
  const count = BigInt(values.length)
  if (count < 2n) return null
  const whole = values.map((value) => wholeOf(value) * count)
  const mean = sumOf(whole) / count
  const squares = sumOf(whole.map((value) => (value - mean) ** 2n))
  // (count × value)² has count² too much.
  const variance = (squares << 128n) / (count * count * (count - 1n))
  return numberOf(squareRoot(variance), unit + 64n)
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** Between the readings of the ranks around p (n - 1); null without readings. */
export function percentileOf(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const rank = level * (sorted.length - 1)
  const below = sorted[Math.floor(rank)]
  const above = sorted[Math.ceil(rank)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (rank - Math.floor(rank))
}

interface Span {
  readonly from: number
  readonly to: number
  readonly intervalMs: number
}

/** For how long each reading counts in a span of time: one after the other, by the definition. */
export function timesOf(given: readonly StoredValue[], { from, to, intervalMs }: Span) {
  const before = given.filter(({ time }) => time < to)
  const begin = before.findLastIndex(({ time }) => time <= from)
  const known = before.slice(Math.max(0, begin - 5))
  const steps = known.map(({ time }, index) => (known[index + 1]?.time ?? to) - time)
  const held = known.flatMap(({ time, value, quality }, index) => {
    if (quality === 'bad') return []
    const others = steps.slice(Math.max(0, index - 5), index + 6)
    others.splice(Math.min(index, 5), 1)
    const sorted = others.toSorted((one, other) => one - other)
    const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
    const longest = Math.max(3 * intervalMs, 3 * usual)
    const end = Math.min(time + Math.min(steps[index] ?? 0, longest), to)
    return [{ value, ms: Math.max(0, end - Math.max(time, from)) }]
  })
  const msWhere = (holds: (value: number) => boolean) =>
    held.reduce((sum, { value, ms }) => sum + (holds(value) ? ms : 0), 0)
  const usableMs = msWhere(() => true)
  const weighted = held.reduce((sum, { value, ms }) => sum + BigInt(ms) * wholeOf(value), 0n)
  return {
    ...{ usableMs, msWhere, elapsedMs: to - from },
    average: usableMs > 0 ? numberOf(weighted / BigInt(usableMs), unit) : null,
    /** Of the greatest value, for the rounding of sums. */
    size: Math.max(0, ...held.map(({ value }) => Math.abs(value))),
  }
}
