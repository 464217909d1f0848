import type { Evidence } from './evidence.ts'
import { unitMs } from './duration-words.ts'
import { tokensOf, type DurationToken } from './tokens.ts'

const hour = 3_600_000

/**
 * In whole units as clocks show it, or rounded. The length of the range that was read may be stated
 * as the question says it.
 */
export function hasDuration(
  evidence: Evidence,
  token: DurationToken,
  { question }: { readonly question: string },
): boolean {
  const isSame = (ms: number) =>
    [Math.floor, Math.round].some(
      (whole) => Math.abs(whole(ms / token.unitMs + 1e-9) * token.unitMs - token.ms) < 1e-3,
    )
  if (evidence.durations.some(({ ms }) => isSame(ms))) return true
  const { rangeMs } = evidence
  const isAsked = tokensOf(question).durations.some(({ ms }) => ms === token.ms)
  // Days have 23 and 25 hours, too.
  if (isAsked && rangeMs !== null && Math.abs(rangeMs - token.ms) <= hour) return true
  // Running hours are numbers, too.
  const lengths = evidence.units.flatMap((unit) => unitMs(unit.toLowerCase()) ?? [])
  return lengths.some((length) =>
    evidence.numbers.some(({ value }) => Math.abs(value * length - token.ms) <= token.unitMs / 2),
  )
}

export const hasDate = ({ dates }: Evidence, date: string) =>
  [...dates].some((each) => each === date || (date.length === 5 && each.endsWith(date)))

export const hasClock = ({ clocks }: Evidence, clock: string) =>
  [...clocks].some((each) => each === clock || each.startsWith(`${clock}:`))
