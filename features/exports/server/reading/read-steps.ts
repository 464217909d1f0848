import { dateOf } from '#kit/model/time/zone.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { StepPart } from '../file/step-rows.ts'
import type { ZoneOffsets, ZoneSpan } from '../file/zone-offsets.ts'
import {
  readNumberSteps,
  readTextSteps,
  type HourCount,
  type SensorsRange,
  type StepsRange,
} from './pages-store.ts'
import { stepMs } from './steps.ts'

/** Steps of all sensors in one answer. */
const pageSteps = 20_000
/** Texts may be long. */
const pageTextSteps = 5_000
/** Minutes of all sensors that are summed up for one answer. */
const pageMinutes = 5_000_000

const hourMs = 3_600_000

interface StepsRequest extends SensorsRange {
  readonly step: keyof typeof stepMs
  /** Ids of the sensors whose values are texts. */
  readonly texts: ReadonlySet<number>
}

/** A page of steps, and about how many readings they sum up: an hour that pages cut counts once. */
export interface StepsPage {
  readonly parts: readonly StepPart[]
  readonly count: number
}

/**
 * What the readings of each step were, by time, in pages; one that the clock of the zone or a page
 * cuts comes in parts.
 */
export async function* readSteps(
  telemetry: TelemetryReader,
  request: StepsRequest,
  hours: readonly HourCount[],
  offsets: ZoneOffsets,
): AsyncGenerator<StepsPage> {
  const { sensors, step, texts } = request
  const length = stepMs[step]
  const hasTexts = hours.some((hour) => hour.texts > 0)
  const steps = Math.floor((hasTexts ? pageTextSteps : pageSteps) / sensors.length)
  const minutes = Math.floor(pageMinutes / sensors.length) * 60_000
  const windowMs = Math.max(length, Math.min(steps * length, minutes))
  for (const span of offsets.spans(request.from, request.to))
    for (let from = span.from, to = from; from < span.to; from = to) {
      to = Math.min(stepAt(from + windowMs, length, span), span.to)
      const held = hours.filter(({ start }) => start + hourMs > from && start < to)
      if (held.length === 0) continue
      const range = { sensors, from, to, stepMs: length, offset: span.offset }
      const isFirst = from === request.from
      const count = readingsOf(held.filter(({ start }) => isFirst || start >= from))
      const parts = await partsOf(telemetry, range, texts, hasTexts)
      const startOf = step === '1-day' ? dayOf(span, offsets) : timeOf(span, offsets)
      yield { parts: parts.map((part) => ({ ...part, start: startOf(part) })), count }
    }
}

/** The begin of the step of a time: a page that ended within a minute would need its readings. */
const stepAt = (time: number, length: number, { offset }: ZoneSpan) =>
  Math.floor((time + offset) / length) * length - offset

/**
 * A step begins with the change of the clock where that shows no full hour, as at Lord Howe Island,
 * whose clock is changed by half of one.
 */
const timeOf =
  ({ from, offset }: ZoneSpan, offsets: ZoneOffsets) =>
  ({ start }: StepPart) => {
    const time = start - offset
    if (time >= from) return time
    return [...offsets.spans(time, from + 1)].at(-1)?.from ?? time
  }

/** The date that a span begins in may have begun before, on the clock of the span before. */
function dayOf({ from, offset }: ZoneSpan, { timezone }: ZoneOffsets) {
  const first = dateOf(from, timezone)
  return ({ start }: StepPart) => (start - offset < from ? first : start)
}

/** Texts count for sensors that are texts, and for others where they have nothing else. */
async function partsOf(
  telemetry: TelemetryReader,
  range: StepsRange,
  texts: ReadonlySet<number>,
  hasTexts: boolean,
): Promise<StepPart[]> {
  const numbers = await readNumberSteps(telemetry, range)
  if (!hasTexts) return numbers
  const textSteps = await readTextSteps(telemetry, range)
  const place = ({ sensor, start }: StepPart) => `${sensor} ${start}`
  const textsAt = new Set(textSteps.map(place))
  const counted = numbers.filter((part) => !texts.has(part.sensor) || !textsAt.has(place(part)))
  const countedAt = new Set(counted.map(place))
  return [...counted, ...textSteps.filter((part) => !countedAt.has(place(part)))].toSorted(
    (one, other) => one.start - other.start || one.sensor - other.sensor,
  )
}

const readingsOf = (hours: readonly HourCount[]): number =>
  hours.reduce((sum, { numbers, texts }) => sum + numbers + texts, 0)
