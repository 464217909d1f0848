import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Intent } from '../../contract/answer.ts'
import type { Threshold } from './conditions.ts'
import type { TimeRange } from './times.ts'

/** What a question asks for. */
export interface Understanding {
  /** The language of the question. */
  readonly locale: Locale
  /** Null: nothing that is known. */
  readonly intent: Intent | null
  readonly sensors: readonly Sensor[]
  readonly devices: readonly CatalogueDevice[]
  /** Times that were named; one with equal ends is a moment. */
  readonly ranges: readonly TimeRange[]
  /** Figures of a range, where it asks for any: the average and the maximum. */
  readonly figures: readonly Intent[]
  /** Which limits are meant. */
  readonly side: 'above' | 'below' | 'both'
  /** The lowest of several rather than the highest. */
  readonly isLowest: boolean
  /** It is about devices rather than sensors. */
  readonly isOfDevices: boolean
  /** All sensors of the quantities that it names. */
  readonly alike: readonly Sensor[]
  /** How many of them; null: it does not say. */
  readonly count: number | null
  /** The newest alarms, whenever they came. */
  readonly isLatest: boolean
  /** Whether the question itself names a sensor or a device, not only the one before. */
  readonly isNamed: boolean
  /** What an article about it would have: its words without those of every question. */
  readonly topic: readonly string[]
  /** It has words of a time that is not understood. */
  readonly isTimeUnclear: boolean
  /** It asks for the reason. */
  readonly isReason: boolean
  /** A value that it compares with; null: none. */
  readonly threshold: Threshold | null
  /** What it says beyond what the rules support. */
  readonly unsupportedWords: readonly string[]
  /** It has a word for a quantity that nothing it names has. */
  readonly isOfOtherQuantity: boolean
  /** Words of the question that mean nothing here. */
  readonly unknownWords: readonly string[]
  /** Both, as they are named to the person: a number within an unknown word with that alone. */
  readonly unreadWords: readonly string[]
}
