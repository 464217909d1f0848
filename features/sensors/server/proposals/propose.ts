import { isMeasuring, type Sensor, type SensorType } from '#kit/model/sensor.ts'
import type { SensorHint } from '#kit/server/catalogue.ts'
import { statedUnit } from '#kit/server/documents/stated-unit.ts'
import { hintOf, type NameHint } from './name-hints.ts'
import { typeOf, type Value, type Sample, valueOf, enoughSamples } from './proposed-type.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const usual = [
  ...[100, 200, 500, second, 2 * second, 5 * second, 10 * second, 15 * second, 20 * second],
  ...[30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour],
]

/** What is proposed for a sensor that nobody has looked at. */
export type Proposal = Pick<Sensor, 'type' | 'unit' | 'decimals' | 'intervalMs'>

const maximumDecimals = 3

const usualDecimals = 2
export const defaultIntervalMs = 10_000

/**
 * Type, unit, decimals and expected interval as the name of a sensor and its first values suggest.
 * A text that is a number counts as one; one value alone decides nothing for good: the more there
 * are, the more they count against what the name says. `present`: the type it has now.
 */
export function propose(
  key: string,
  samples: readonly Sample[],
  present: SensorType | null = null,
): Proposal {
  const hint = withPresent(hintOf(key), present)
  const values = samples.map(({ value }) => valueOf(value))
  const type = typeOf(hint, values, samples)
  const isCounted = type === 'analog' || type === 'counter'
  return {
    type,
    unit: isCounted ? hint.unit : '',
    decimals: values.length < enoughSamples ? usualDecimals : decimalsOf(type, values),
    intervalMs: intervalOf(samples),
  }
}

/** The same, except for what the source of the sensor says of it. */
export function withHint(proposal: Proposal, hint: SensorHint | undefined): Proposal {
  if (!hint) return proposal
  const stated = statedUnit(hint.unit)
  const type = hint.type ?? (stated === '' ? proposal.type : 'analog')
  // A text is not measured, whatever it is declared to be.
  if (isMeasuring(type) && !isMeasuring(proposal.type)) return proposal
  return { ...proposal, type, unit: isMeasuring(type) ? stated || proposal.unit : '' }
}

/** What is proposed again for a sensor: a unit that its name does not suggest was its source's. */
export function proposeAgain(sensor: Sensor, samples: readonly Sample[]): Proposal {
  const { key, type, unit } = sensor
  const proposal = propose(key, samples, type)
  const isGiven = unit !== '' && unit !== hintOf(key).unit
  const mayStay = isGiven && isMeasuring(type) && isMeasuring(proposal.type)
  return mayStay ? { ...proposal, type, unit } : proposal
}

/** What came first as a boolean comes as 0 and 1 from then on. */
const withPresent = (hint: NameHint, present: SensorType | null): NameHint =>
  present === 'detector' && hint.type === null ? { ...hint, type: 'detector' } : hint

function decimalsOf(type: SensorType, values: readonly Value[]): number {
  if (type !== 'analog' && type !== 'counter') return 0
  const digits = values.map((value) =>
    typeof value === 'number' ? (String(value).split('.')[1]?.split('e')[0]?.length ?? 0) : 0,
  )
  return Math.min(maximumDecimals, Math.max(0, ...digits))
}

/**
 * A usual interval that most gaps between readings keep: sensors that speak when they change have
 * long gaps, and are not to be called stale in each of them.
 */
function intervalOf(samples: readonly Sample[]): number {
  const times = [...new Set(samples.map(({ time }) => time))].toSorted((one, other) => one - other)
  if (times.length < enoughSamples) return defaultIntervalMs
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const sorted = gaps.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? defaultIntervalMs
  const longest = sorted.at(-1) ?? median
  // A delay on the way is no other interval.
  const minimum = Math.max(median, longest / 3) * 0.8
  return usual.find((interval) => interval >= minimum) ?? 24 * hour
}
