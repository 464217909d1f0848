import type { Sensor } from '#kit/model/sensor.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { maximumPairs, type Correlation } from '../../contract/analysis.ts'
import { bucketMs, partsOf, wholeMinuteParts, type StoredPart } from '../stored-parts.ts'
import { readStepAverages, type StepAverage } from './correlation-store.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const stepsMs = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 30].map((count) => count * day),
]

interface CorrelationRequest {
  readonly x: Sensor
  readonly y: Sensor
  readonly from: number
  readonly to: number
  readonly retained: RetainedReadings
}

/** Two sensors against each other, by their averages in common steps. */
export async function correlationOf(
  reader: PersonalReader,
  { x, y, from, to, retained }: CorrelationRequest,
): Promise<Correlation> {
  const partsOfBoth = [x, y].map(({ id }) => partsOf({ sensorId: id, from, to }, retained))
  const minimum = Math.max(
    ...[x.intervalMs, y.intervalMs, (to - from) / maximumPairs],
    ...partsOfBoth.flat().map(({ source }) => bucketMs[source]),
  )
  const stepMs = stepsMs.find((each) => each >= minimum) ?? Math.ceil(minimum / day) * day
  const averages = ({ id: sensorId }: Sensor) => {
    const range = { sensorId, from, to }
    const parts =
      stepMs % minute === 0 ? wholeMinuteParts(range, retained) : partsOf(range, retained)
    return readStepAverages(reader.lengthy, sensorId, parts, stepMs)
  }
  const pairs = pairsOf(await averages(x), await averages(y))
  const listed = { time: pairs.time, x: pairs.x, y: pairs.y }
  return { ...coefficientOf(listed), stepMs, ...listed, source: sourceOf(partsOfBoth) }
}

function pairsOf(xs: readonly StepAverage[], ys: readonly StepAverage[]) {
  const ofY = new Map(ys.map(({ step, average }) => [step, average]))
  const found = xs.flatMap(({ step, average }) => {
    const other = ofY.get(step)
    return average === null || other === undefined || other === null
      ? []
      : [{ step, average, other }]
  })
  return {
    time: found.map(({ step }) => step),
    x: found.map(({ average }) => average),
    y: found.map(({ other }) => other),
  }
}

function sourceOf(partsOfBoth: readonly (readonly StoredPart[])[]): Correlation['source'] {
  const isRolled = (part: StoredPart) => part.source !== 'readings'
  if (partsOfBoth.some((parts) => parts.length > 0 && parts.every(isRolled))) return 'rollup'
  return partsOfBoth.some((parts) => parts.some(isRolled)) ? 'mixed' : 'raw'
}

interface Pairs {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** Pearson's coefficient, from the deviations of the means; null with the reason why. */
export function coefficientOf({ x, y }: Pairs): Pick<Correlation, 'coefficient' | 'reason'> {
  if (x.length < 3) return { coefficient: null, reason: 'few' }
  const isConstant = (values: readonly number[]) => values.every((value) => value === values[0])
  if (isConstant(x)) return { coefficient: null, reason: 'constant_x' }
  if (isConstant(y)) return { coefficient: null, reason: 'constant_y' }
  const [a, b] = [deviations(x), deviations(y)]
  const product = sumOf(a.map((each, index) => each * (b[index] ?? 0)))
  const r =
    product / Math.sqrt(sumOf(a.map((each) => each ** 2)) * sumOf(b.map((each) => each ** 2)))
  return Number.isFinite(r)
    ? { coefficient: Math.max(-1, Math.min(1, r)), reason: null }
    : { coefficient: null, reason: 'not_finite' }
}

/** From the mean, in units of the greatest one: squares stay numbers, and so does their sum. */
function deviations(values: readonly number[]): number[] {
  const scale = Math.max(...values.map(Math.abs))
  const first = (values[0] ?? 0) / scale
  const shifted = values.map((value) => value / scale - first)
  const mean = sumOf(shifted) / shifted.length
  const centred = shifted.map((value) => value - mean)
  const maximum = Math.max(...centred.map(Math.abs))
  return centred.map((value) => value / maximum)
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
