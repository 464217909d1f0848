import { answerFigure } from './figures.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import {
  ageNotes,
  sensorCitation,
  sentence,
  together,
  valueWithUnit,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

const usualTop = 5
const maximumTop = 20

/**
 * The highest or lowest present values among the sensors of a name. Only what has one unit can be
 * compared: that of most of them. Bad readings have no value.
 */
export function answerRank(context: AnswerContext): Promise<AnswerContent> | AnswerContent {
  const { asked, plant, phrase } = context
  const { sensors, devices, alike } = asked
  // Values of different quantities have no order.
  if (sensors.length + devices.length + alike.length === 0)
    return { sentences: [sentence(phrase.nameOne)] }
  const all = sensors.length > 0 ? candidates(asked) : sensorsOf(context)
  // Of a past time the extreme of each.
  if (asked.ranges.length > 0)
    return answerFigure(
      { ...context, asked: { ...asked, sensors: all } },
      asked.isLowest ? 'minimum' : 'maximum',
    )
  const valued = all.flatMap((sensor) => {
    const reading = plant.present(sensor)?.reading
    const isUsable = isMeasuring(sensor.type) && reading && reading.quality !== 'bad'
    return isUsable && typeof reading.value === 'number'
      ? [{ sensor, value: reading.value, time: reading.time }]
      : []
  })
  const unit = mostUsedUnit(valued.map(({ sensor }) => sensor))
  const ranked = valued
    .filter(({ sensor }) => sensor.unit === unit)
    .toSorted((one, other) => (asked.isLowest ? one.value - other.value : other.value - one.value))
    .slice(0, Math.min(asked.count ?? usualTop, maximumTop))
  if (ranked.length === 0) return { sentences: [sentence(phrase.unknownSensor)] }
  const head = phrase.ranked({ lowest: asked.isLowest, unit: unit === '' ? null : unit })
  return {
    sentences: [
      sentence(head),
      ...ranked.map(({ sensor, value, time }, index) => {
        const text = valueWithUnit(context, sensor, value)
        const line = { place: index + 1, name: plant.labelOf(sensor), value: text }
        const present = sentence(phrase.rankedOf(line), sensorCitation(context, sensor))
        return together(present, ...ageNotes(context, sensor, time))
      }),
    ],
  }
}

/** All of the quantity, on the devices that were named. */
function candidates({ sensors, devices, alike }: AnswerContext['asked']): readonly Sensor[] {
  const ids = new Set(devices.map(({ id }) => id))
  const some = alike.filter(({ deviceId }) => ids.size === 0 || ids.has(deviceId))
  return some.length > sensors.length ? some : sensors
}

const sensorsOf = ({ asked, plant }: AnswerContext): readonly Sensor[] =>
  asked.devices.length > 0
    ? asked.devices.flatMap((device) => plant.sensorsOf(device))
    : plant.sensors()

function mostUsedUnit(sensors: readonly Sensor[]): string {
  const counts = Map.groupBy(sensors, ({ unit }) => unit)
  const [mostUsed] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return mostUsed?.[0] ?? ''
}
