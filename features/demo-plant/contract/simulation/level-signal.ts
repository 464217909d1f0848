import type { Signal } from '../signal.ts'
import { hashUnit, smoothNoise } from './noise.ts'
import type { NumericSignal } from './raw-signal.ts'

type LevelSignal = Extract<Signal, { kind: 'level' }>

interface LevelCycle {
  readonly cycle: number
  readonly start: number
  /**
   * How much of the cycle has passed, and in how much of it, from its start, the level rises; ms,
   * whole seconds.
   */
  readonly intoMs: number
  readonly riseMs: number
}

export function levelCycle(
  { periodMs, rise }: LevelSignal,
  seed: number,
  time: number,
): LevelCycle {
  const cycle = Math.floor(time / periodMs)
  const riseMs =
    Math.round(((rise[0] + hashUnit(seed + 2, cycle) * (rise[1] - rise[0])) * periodMs) / 1_000) *
    1_000
  return { cycle, start: cycle * periodMs, intoMs: time - cycle * periodMs, riseMs }
}

export const isRising = ({ intoMs, riseMs }: LevelCycle) => intoMs < riseMs

export function levelSignal(signal: LevelSignal, seed: number): NumericSignal {
  const { low, high, periodMs } = signal
  const bottom = (cycle: number) => low[0] + hashUnit(seed, cycle) * (low[1] - low[0])
  const top = (cycle: number) => high[0] + hashUnit(seed + 1, cycle) * (high[1] - high[0])
  const ripple = (high[1] - low[0]) * 0.012
  return {
    at: (time) => {
      const { cycle, intoMs, riseMs } = levelCycle(signal, seed, time)
      const peak = top(cycle)
      const level =
        intoMs < riseMs
          ? bottom(cycle) + (peak - bottom(cycle)) * (intoMs / riseMs)
          : peak + (bottom(cycle + 1) - peak) * ((intoMs - riseMs) / (periodMs - riseMs))
      return (
        level +
        ripple *
          (0.8 * smoothNoise(seed + 3, time / 300_000) + 0.2 * smoothNoise(seed + 4, time / 9_000))
      )
    },
  }
}
