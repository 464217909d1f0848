import type { Locale } from '#kit/model/locale.ts'
import { withoutNames, type Evidence } from './evidence.ts'
import { isClaimed } from './check-claims.ts'
import { claimsIn, isVerdict } from './proven-claims.ts'
import { tokensOf } from './tokens.ts'
import { isHarmless, isOfName } from './harmless-names.ts'
import { aboutOf, isAboutList } from './mentions.ts'
import { rolesIn } from './sentence-roles.ts'
import { hasNumber } from './proof-of-numbers.ts'
import { hasDuration, hasDate, hasClock } from './proof-of-times.ts'

/** What a sentence of the model rests on. */
export interface Grounding {
  /** Not: it has a figure that nothing proves. */
  readonly isFounded: boolean
  /** Not: it says in words what nothing proves: that something is normal, that none is there. */
  readonly isProven: boolean
  /** Results that prove its figures, or that it names; empty: it says nothing that is proven. */
  readonly evidence: readonly Evidence[]
}

interface Checking {
  readonly evidence: readonly Evidence[]
  readonly locale: Locale
  readonly question: string
}

/**
 * Whether every figure of a sentence was returned by a tool of this question: as the figure of the
 * sensor or device that the sentence names, in its unit, and as the statistic that it says.
 */
export function groundingOf(sentence: string, cited: readonly string[], all: Checking): Grounding {
  const { evidence, locale, question } = all
  const names = [...new Set(evidence.flatMap((each) => each.names))]
  const units = [...new Set(evidence.flatMap((each) => each.units))]
  const harmless = names.filter((name) => isHarmless(name, units))
  const masked = withoutNames(sentence, harmless)
  const digits = units.filter((unit) => /^(?:\p{L}+\/)?\p{L}+[23²³](?:\/\p{L}+)?$/u.test(unit))
  const { numbers, durations, dates, clocks } = tokensOf(withoutNames(masked, digits))
  const figures = numbers.filter((token) => !isOfName(token, harmless, units))
  const named = evidence.filter((each) => each.citations.length > 0)
  const about = aboutOf(sentence, named)
  const marked = evidence.filter(({ id }) => cited.includes(id))
  const open = marked.length > 0 ? marked : evidence
  const fitting = open.filter((each) => about === null || about.has(each))
  const roles = rolesIn(masked, locale)
  const isOfLimits = limitWords.test(masked)
  const context = { units, roles, isOfLimits }
  const proofs = [
    ...figures.map((token) => fitting.filter((each) => hasNumber(each, token, context))),
    ...durations.map((token) => fitting.filter((each) => hasDuration(each, token, all))),
    ...dates.map((date) => fitting.filter((each) => hasDate(each, date))),
    ...clocks.map((clock) => fitting.filter((each) => hasClock(each, clock))),
  ]
  const asked = tokensOf(question).clocks
  const isProven = (proof: readonly Evidence[], place: number) =>
    // Hours of the question are repeated where a time is described.
    proof.length > 0 || asked.includes(clocks[place - (proofs.length - clocks.length)] ?? '')
  const proven = [...new Set(proofs.flatMap((proof) => proof.slice(0, 1)))]
  const mentioned = about === null ? [] : [...about].slice(0, 1)
  const chosen = [marked, proven, mentioned].find((some) => some.length > 0) ?? []
  // Without a figure and a name a sentence says nothing that could be looked up.
  const isBare = proofs.length === 0 && about === null
  const remaining = isBare ? chosen.filter((each) => isAboutList(masked, each, locale)) : chosen
  // A name may be a verdict, too: "All is normal".
  const silent = harmless.filter((name) => !isVerdict(name, locale))
  const claimed = claimsIn(withoutNames(sentence, silent), locale)
  const areClaimsProven = claimed.every((claim) => isClaimed(claim, sentence, fitting))
  return { isFounded: proofs.every(isProven), isProven: areClaimsProven, evidence: remaining }
}

const limitWords = /limit|range|threshold|предел|границ|порог|уставк|限|範圍|閾|giới hạn|ngưỡng/iu
