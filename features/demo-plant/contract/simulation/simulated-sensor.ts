import type { Quality } from '#kit/model/quality.ts'
import type { PlantSensor } from '../definition.ts'
import { hashUnit } from './noise.ts'
import type { RawSignal } from './raw-signal.ts'
import { turnAt, type Turn, type TurnPlan } from './windows.ts'
import { holds } from './turn-plans.ts'

export interface SimulatedSensor {
  readonly definition: PlantSensor
  /**
   * The value at a moment (ms UTC), rounded to the sensor's decimals. Depends on seed, sensor and
   * moment alone.
   */
  readonly at: (time: number) => number | string
  /**
   * Its quality at a moment; `silent` when the sensor sends nothing although its device is
   * connected.
   */
  readonly qualityAt: (time: number) => Quality | 'silent'
  /**
   * For values that hold between changes: when (ms UTC, whole seconds, later than `time`) the next
   * change may come.
   */
  readonly nextChange: ((time: number) => number) | null
}

export function reliableSensor(definition: PlantSensor, raw: RawSignal): SimulatedSensor {
  const finish = finishing(definition)
  return {
    definition,
    at: (time) => finish(raw.at(time)),
    qualityAt: () => 'good',
    nextChange: raw.nextChange ?? null,
  }
}

/**
 * A sensor that takes its turn at failing: uncertain, broken (bad, at the end of its scale), stuck
 * or silent.
 */
export function failingSensor(
  definition: PlantSensor,
  raw: RawSignal,
  failures: TurnPlan,
  place: number,
): SimulatedSensor {
  const finish = finishing(definition)
  const kind = ({ from }: Turn) => {
    const share = hashUnit(failures.seed + 1, Math.floor(from / 1_000))
    return share < 0.35 ? 'uncertain' : share < 0.55 ? 'bad' : share < 0.8 ? 'stuck' : 'silent'
  }
  return {
    definition,
    nextChange: raw.nextChange ?? null,
    at: (time) => {
      const turn = turnAt(failures, time)
      if (!holds(turn, place, time)) return finish(raw.at(time))
      const failure = kind(turn)
      if (failure === 'bad') return finish(definition.scaleHigh ?? 0)
      return finish(raw.at(failure === 'stuck' ? turn.from : time))
    },
    qualityAt: (time) => {
      const turn = turnAt(failures, time)
      if (!holds(turn, place, time)) return 'good'
      const failure = kind(turn)
      return failure === 'stuck' ? 'good' : failure
    },
  }
}

/** Limits numbers to the scale and rounds them to the decimals that the sensor has. */
function finishing({
  decimals,
  scaleLow,
  scaleHigh,
  type,
}: PlantSensor): (value: number | string) => number | string {
  const steps = 10 ** decimals
  const low = scaleLow ?? Number.NEGATIVE_INFINITY
  const high = scaleHigh ?? Number.POSITIVE_INFINITY
  // A running total has not counted what is not complete.
  const round = type === 'counter' ? Math.floor : Math.round
  return (value) =>
    typeof value === 'string'
      ? value
      : round(Math.min(high, Math.max(low, value)) * steps) / steps + 0
}
