import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { isMeasuring, staleAfterIntervals, type SensorType } from '#kit/model/sensor.ts'
import type { CalculationProblem, CalculationState } from '../contract/calculation.ts'
import type { Evaluate } from '#kit/server/expression.ts'

/** An input of a calculation as it is now. */
export interface PresentInput {
  readonly name: string
  /** null: there is no such sensor. */
  readonly sensor: {
    readonly intervalMs: number
    /** Its last reading, if it has one. */
    readonly reading: Reading | undefined
    readonly isOffline: boolean
  } | null
}

/** Digits of a double that are always exact in decimals: what lies behind them is noise. */
const exactDigits = 15
const maximumTextLength = 256

/**
 * What an expression gives: with the time of its newest input and the worst of their qualities. The
 * last value of an input holds for as long as the input may be silent before it is stale; a result
 * of older ones, of bad ones, or of a device that is offline is no number. `notBefore`: the result
 * is to have a time, ms UTC, that is no earlier.
 */
export function evaluateNow(
  evaluate: Evaluate,
  inputs: readonly PresentInput[],
  type: SensorType,
  notBefore = 0,
): CalculationState {
  let time: number | null = null
  for (const { sensor } of inputs)
    if (sensor?.reading && (time === null || sensor.reading.time > time)) time = sensor.reading.time
  const values: Record<string, number | string> = {}
  let quality: Quality = 'good'
  for (const input of inputs) {
    const code = problemOf(input, time === null ? null : Math.max(time, notBefore))
    if (code !== null) return withoutValue(time, { code, input: input.name })
    const reading = input.sensor?.reading
    if (reading?.quality === 'uncertain') quality = 'uncertain'
    values[input.name] = reading?.value ?? Number.NaN
  }
  const result = evaluated(evaluate, values, type)
  return typeof result === 'object'
    ? withoutValue(time, result)
    : { value: result, quality, time, problem: null }
}

function withoutValue(time: number | null, problem: CalculationProblem): CalculationState {
  return { value: null, quality: 'bad', time, problem }
}

function problemOf({ sensor }: PresentInput, time: number | null) {
  if (sensor === null) return 'input_missing'
  const { reading, intervalMs, isOffline } = sensor
  if (reading === undefined || time === null) return 'input_without_value'
  if (isOffline) return 'input_offline'
  if (reading.quality === 'bad' || reading.value === null) return 'input_bad'
  return time - reading.time > staleAfterIntervals * intervalMs ? 'input_stale' : null
}

function evaluated(
  evaluate: Evaluate,
  values: Readonly<Record<string, number | string>>,
  type: SensorType,
): number | string | CalculationProblem {
  let result: unknown
  try {
    result = evaluate(values)
  } catch {
    return { code: 'not_a_number', input: '' }
  }
  if (typeof result === 'boolean') return Number(result)
  if (typeof result === 'string' && !isMeasuring(type) && result.length <= maximumTextLength)
    return result
  if (typeof result !== 'number' || Number.isNaN(result)) return { code: 'not_a_number', input: '' }
  if (!Number.isFinite(result)) return { code: 'infinite', input: '' }
  return Number.isInteger(result) ? result : Number(result.toPrecision(exactDigits))
}
