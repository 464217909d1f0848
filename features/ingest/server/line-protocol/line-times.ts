import { earliestTime, latestTime } from '#kit/server/documents/document-value.ts'

/** The units in which a request may give its times. */
export const precisions = ['ns', 'n', 'us', 'u', 'ms', 's', 'm', 'h'] as const
export type Precision = (typeof precisions)[number]

interface Unit {
  /** Digits below the millisecond: more than a double would hold of today's time. */
  readonly surplusDigits: number
  readonly unitMs: number
}

const units: Readonly<Record<Precision, Unit>> = {
  ns: { surplusDigits: 6, unitMs: 1 },
  n: { surplusDigits: 6, unitMs: 1 },
  us: { surplusDigits: 3, unitMs: 1 },
  u: { surplusDigits: 3, unitMs: 1 },
  ms: { surplusDigits: 0, unitMs: 1 },
  s: { surplusDigits: 0, unitMs: 1_000 },
  m: { surplusDigits: 0, unitMs: 60_000 },
  h: { surplusDigits: 0, unitMs: 3_600_000 },
}
const wholeNumber = /^-?\d{1,19}$/

/** The time of a line in ms UTC; the reason where it is none. */
export function readTime(source: string, precision: Precision): number | string {
  if (!wholeNumber.test(source))
    return `${source.slice(0, 40)} is not a time: a whole number of at most 19 digits`
  const { surplusDigits, unitMs } = units[precision]
  const digits = surplusDigits === 0 ? source : source.slice(0, -surplusDigits)
  const time = Number(digits) * unitMs
  if (time >= earliestTime && time < latestTime) return time
  return `${source} is no time between the years 2000 and 2100 with the precision ${precision}`
}
