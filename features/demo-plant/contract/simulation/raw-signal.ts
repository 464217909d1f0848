/** Where the plant's calendar begins: a Monday, 00:00. Times below count milliseconds from here. */
export const plantEpoch = Date.UTC(2026, 0, 5)

/** A sensor before rounding, limits and failures. */
export interface RawSignal {
  /** Value at a moment (ms of the plant's calendar). */
  readonly at: (time: number) => number | string
  /** When the value may change next; only for signals that hold between changes. */
  readonly nextChange?: (time: number) => number
  /** How strongly the machine behind it is driven, for excursions that need a running machine. */
  readonly drive?: (time: number) => number
}

export type NumericSignal = RawSignal & { readonly at: (time: number) => number }
