import type { Intent } from '../../contract/answer.ts'
import type { PeriodForm } from './period-form.ts'

/** Words of one language, on folded text. */
export interface Lexicon {
  /** Forms of a question; the first one that is found counts. */
  readonly intents: readonly (readonly [Intent, RegExp])[]
  /** Forms of a time; longer ones before those that are a part of them. */
  readonly periods: readonly PeriodForm[]
  /** Words that name nothing and ask for nothing of their own. */
  readonly fillers: RegExp
  /** Beyond the upper limit, and beyond the lower one. */
  readonly above: RegExp
  readonly below: RegExp
  /** The lowest of several. */
  readonly lowest: RegExp
  /** Devices rather than sensors. */
  readonly devices: RegExp
  /** How many: the group `count`. */
  readonly top: RegExp
}
