import { fold } from '../../understanding/fold.ts'
import type { Claim } from './claim-words.ts'
import type { Evidence } from './evidence.ts'
import type { ProvenClaim } from './proven-claims.ts'

/** Whether evidence proves a claim: that of the devices that the sentence names, where it does. */
export function isClaimed(claim: Claim, sentence: string, evidence: readonly Evidence[]): boolean {
  // Articles say what to do; what is shown of them is no claim about the plant.
  const isOfArticles = ({ citations }: Evidence) =>
    citations.length > 0 && citations.every(({ kind }) => kind === 'article')
  if (evidence.length > 0 && evidence.every(isOfArticles)) return true
  const text = fold(sentence)
  const all = evidence.flatMap((each) => each.claims)
  const isNamed = ({ of }: ProvenClaim) => of.some((name) => hasName(text, fold(name)))
  const fitting = all.filter((each) => each.claim === claim)
  if (claim === 'no_alarm') return fitting.some((each) => each.of.length === 0 || isNamed(each))
  const about = all.filter(isNamed)
  return about.length > 0 ? about.some((each) => each.claim === claim) : fitting.length > 0
}

/** Whether a name is in a folded text, and is not the beginning of another: 1 of 10. */
export function hasName(text: string, name: string): boolean {
  const isSpaced = /[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(name)
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const next = text.slice(at + name.length)
    if (!/^\p{N}/u.test(next) && !(isSpaced && /^\p{L}/u.test(next))) return true
  }
  return false
}
