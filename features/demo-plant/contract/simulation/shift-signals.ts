import { nextShift, shiftOf } from './working-time.ts'
import { type RawSignal, plantEpoch } from './raw-signal.ts'

export const nextShiftMs = (time: number) => nextShift(time / 1_000) * 1_000

/** One code per shift: prefix, date of the shift's begin, A, B or C. */
export function batchSignal(prefix: string): RawSignal {
  return {
    at: (time) => {
      const begin = new Date(plantEpoch + nextShiftMs(time) - 8 * 3_600_000).toISOString()
      const day = begin.slice(2, 10).replaceAll('-', '')
      return `${prefix}-${day}-${'ABC'[shiftOf(time / 1_000)] ?? 'A'}`
    },
    nextChange: nextShiftMs,
  }
}
