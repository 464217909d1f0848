import { lampColours, type SensorType } from '#kit/model/sensor.ts'
import type { NameHint } from './name-hints.ts'
import { plainNumberOf } from '#kit/model/numbers/plain-number.ts'

/** A value of a sensor as it came; `time` in ms UTC. */
export interface Sample {
  readonly time: number
  readonly value: number | string | boolean
}

/** Less says nothing about how often readings come, nor about what they are. */
export const enoughSamples = 5

/** A number for what is one, also as a text; a boolean or another text as it is. */
export function valueOf(value: Sample['value']): Sample['value'] {
  return typeof value === 'string' ? (plainNumberOf(value) ?? value) : value
}

export type Value = ReturnType<typeof valueOf>

export function typeOf(
  hint: NameHint,
  values: readonly Value[],
  samples: readonly Sample[],
): SensorType {
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length * 2 >= values.length && texts.length > 0) return typeOfTexts(texts)
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.every((number) => number === 0 || number === 1)) {
    const hasBoolean = values.some((value) => typeof value === 'boolean')
    if (hasBoolean || hint.type === 'detector') return 'detector'
  }
  if (hint.type === 'lamp' && numbers.every((value) => Number.isInteger(value) && value < 16))
    return 'lamp'
  if ((hint.type === 'counter' || hint.type === 'timer') && neverFalls(numbers, samples.length))
    return hint.type
  return 'analog'
}

const colours: ReadonlySet<string> = new Set([...lampColours, 'none'])

const switches: ReadonlySet<string> = new Set([
  ...['on', 'off', 'true', 'false', 'open', 'closed', 'yes', 'no'],
])

function typeOfTexts(texts: readonly string[]): SensorType {
  const all = (words: ReadonlySet<string>) =>
    texts.every((text) => words.has(text.trim().toLowerCase()))
  if (all(colours)) return 'lamp'
  return all(switches) ? 'detector' : 'string'
}

/** Whether a total only grows; it may have been reset once. */
function neverFalls(numbers: readonly number[], count: number): boolean {
  const falls = numbers.filter((value, index) => value < (numbers[index - 1] ?? value)).length
  return numbers.every((value) => value >= 0) && falls <= (count < enoughSamples ? 0 : 1)
}
