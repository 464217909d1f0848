import type { Answer, DialogContext, Intent } from '../contract/answer.ts'
import { answerFormat, phrases } from '../contract/phrases/format.ts'
import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { answerActiveAlarms, answerAlarms, answerTopAlarms } from './answers/alarms.ts'
import {
  momentOf,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answers/answer-context.ts'
import { answerProcedure } from './answers/articles.ts'
import { answerFind, answerOffline } from './answers/devices.ts'
import { answerCount, answerFigure } from './answers/figures.ts'
import { answerBeyondNow, answerOutside } from './answers/limits.ts'
import { answerOverview } from './answers/overview.ts'
import { answerRank } from './answers/rank.ts'
import { answerAvailability, answerStates } from './answers/states.ts'
import { answerCompare, answerTrend } from './answers/trend.ts'
import { answerLimits, answerValue } from './answers/value.ts'
import type { Plant } from './plant/plant.ts'
import { isInUnit } from './understanding/conditions.ts'
import { understand, wholePlant } from './understanding/understand.ts'
import type { Understanding } from './understanding/understanding.ts'

interface QuestionInput {
  readonly question: string
  /** Of the interface. */
  readonly locale: Locale
  readonly context: DialogContext | null
}

const answers: Readonly<
  Record<Intent, (context: AnswerContext) => Promise<AnswerContent> | AnswerContent>
> = {
  value: answerValue,
  average: (context) => answerFigure(context, 'average'),
  minimum: (context) => answerFigure(context, 'minimum'),
  maximum: (context) => answerFigure(context, 'maximum'),
  median: (context) => answerFigure(context, 'median'),
  deviation: (context) => answerFigure(context, 'deviation'),
  total: (context) => answerFigure(context, 'total'),
  count: answerCount,
  outside: answerOutside,
  availability: answerAvailability,
  trend: answerTrend,
  compare: answerCompare,
  states: answerState,
  alarms: answerAlarms,
  active_alarms: answerActiveAlarms,
  top_alarms: answerTopAlarms,
  offline: answerOffline,
  online: answerOffline,
  rank: answerRank,
  find: answerFind,
  procedure: answerProcedure,
  overview: answerOverview,
  limits: answerLimits,
}

/** Of lamps and detectors their states; of a device without any how it is. */
function answerState(context: AnswerContext): Promise<AnswerContent> {
  const { asked } = context
  if (momentOf(asked) !== null) return answerValue(context)
  const hasStates = asked.sensors.some(({ type }) => type === 'lamp' || type === 'detector')
  if (hasStates || asked.devices.length === 0) return answerStates(context)
  return answerOverview({ ...context, asked: { ...asked, sensors: [] } })
}

/** What is known of the present alone. */
const presentOnly: ReadonlySet<Intent> = new Set(['offline', 'online'])

/** What can be stated of a moment; of a named sensor its value. */
const momentary: ReadonlySet<Intent> = new Set([
  ...(['value', 'states', 'offline', 'online', 'overview'] as const),
])

/** What may be asked of the whole plant, and of a sensor that is named is of this one. */
const ofNamed: ReadonlySet<Intent> = new Set(['alarms', 'active_alarms', 'overview'])

/** Of devices, or of names and articles: other words that the question has choose no figure. */
const ofNoQuantity: ReadonlySet<Intent> = new Set(['offline', 'online', 'find', 'procedure'])

/**
 * Answers a question by the product's own rules. Every figure is computed for this answer from what
 * the person may see, and every sentence with a fact names its evidence. What was not understood is
 * stated, and nothing is answered in its place.
 */
export async function answerByRules(
  plant: Plant,
  { question, locale: usual, context }: QuestionInput,
): Promise<Answer> {
  const asked = understand({
    ...{ question, locale: usual, context, names: plant.names() },
    clock: { now: plant.now, timezone: plant.timezone, shifts: await plant.readShifts() },
    sensorsOf: (device) => plant.sensorsOf(device),
    before: {
      sensors: (context?.sensors ?? []).flatMap((id) => plant.sensor(id) ?? []),
      devices: (context?.things ?? []).flatMap((lesiId) => plant.device(lesiId) ?? []),
    },
  })
  const { locale } = asked
  const phrase = phrases[locale]
  const made = { asked, plant, phrase, format: answerFormat(locale, plant.timezone) }
  const content = await contentOf(made)
  // What is looked for in articles are words that mean nothing to the rules.
  const unknownWords = asked.intent === 'procedure' ? [] : asked.unreadWords
  return {
    locale,
    sentences: [...content.sentences],
    unknown: [
      ...(content.unknown ?? []),
      ...(asked.isReason && asked.intent !== 'procedure' ? [phrase.noReason] : []),
      ...(unknownWords.length > 0 ? [phrase.unknownWords(unknownWords.join(', '))] : []),
    ],
    chart: content.chart ?? null,
    suggestions: suggestionsOf(made),
    context: contextOf(asked),
    source: 'rules',
    model: null,
  }
}

async function contentOf(context: AnswerContext): Promise<AnswerContent> {
  const { asked, phrase } = context
  const { intent, sensors, devices, unknownWords } = asked
  if (intent === 'procedure') return answerProcedure(context)
  const isKnown = sensors.length > 0 || devices.length > 0
  if (intent === null)
    return {
      sentences: [sentence(unknownWords.length > 0 ? phrase.unknownSensor : phrase.notUnderstood)],
    }
  // A name that nothing has: an answer about the whole plant would be to another question.
  if (!asked.isNamed && unknownWords.length > 0)
    return { sentences: [sentence(phrase.unknownSensor)] }
  const isWhichBeyond = intent === 'outside' && asked.ranges.length === 0 && !asked.threshold
  if (!isKnown && !wholePlant.has(intent) && !isWhichBeyond)
    return { sentences: [sentence(phrase.nameOne)] }
  if (asked.unsupportedWords.length > 0) return { sentences: [sentence(phrase.notUnderstood)] }
  const isTimely = intent !== 'find'
  if (isTimely && asked.isTimeUnclear) return { sentences: [sentence(phrase.unclearTime)] }
  if (isTimely && !momentary.has(intent) && momentOf(asked) !== null)
    return { sentences: [sentence(phrase.unclearTime)] }
  const [range] = asked.ranges
  if (presentOnly.has(intent) && range) {
    if (range.to < context.plant.now) return { sentences: [sentence(phrase.onlyPresent)] }
    const content = answerOffline(context)
    return { ...content, unknown: [phrase.onlyPresent] }
  }
  if (!isKnown && isWhichBeyond) return answerBeyondNow(context)
  if (isKnown && lacksQuantity(asked, intent)) return answerFind(context)
  // Words without a meaning may be what distinguishes one of several, or name a device that is not
  // open to the person: the only sensor of that name is another one's then.
  const isOfSensors = !wholePlant.has(intent) || (sensors.length > 0 && ofNamed.has(intent))
  const isCertain = devices.length > 0 && (sensors.length === 1 || wholePlant.has(intent))
  if (isOfSensors && !isCertain && unknownWords.length > 0) return answerFind(context)
  return ofEachPart(intent, inUnit(withSensors(context)))
}

/** A figure would be of something else: the device that is named does not have that quantity. */
function lacksQuantity({ isOfOtherQuantity, sensors, devices, ranges }: Understanding, of: Intent) {
  const isBesideOther = of === 'compare' && ranges.length < 2 && devices.length > 1
  return (isOfOtherQuantity && !ofNoQuantity.has(of)) || (isBesideOther && sensors.length === 1)
}

/** Of several times each by itself, unless they are compared; of several figures each one. */
async function ofEachPart(intent: Intent, context: AnswerContext): Promise<AnswerContent> {
  const { asked } = context
  const isOfAll = intent === 'compare' || intent === 'find' || asked.ranges.length < 2
  const times = isOfAll ? [asked.ranges] : asked.ranges.map((range) => [range])
  const figures = asked.figures.length > 1 ? asked.figures : [intent]
  if (times.length * figures.length === 1) return answers[intent](context)
  const content: AnswerContent[] = []
  for (const figure of figures)
    for (const ranges of times)
      content.push(await answers[figure]({ ...context, asked: { ...asked, ranges } }))
  return {
    sentences: content.flatMap(({ sentences }) => sentences),
    unknown: [...new Set(content.flatMap(({ unknown = [] }) => unknown))],
  }
}

/** Of a device that is compared with a value, the sensors that have its unit. */
function inUnit(context: AnswerContext): AnswerContext {
  const { asked } = context
  const { threshold } = asked
  if (!threshold) return context
  const sensors = asked.sensors.filter((sensor) => isInUnit(threshold, sensor))
  return { ...context, asked: { ...asked, sensors } }
}

/**
 * A device that is asked for a value stands for its sensors; of alarms and the like it is meant
 * itself.
 */
function withSensors(context: AnswerContext): AnswerContext {
  const { asked, plant } = context
  const { intent, sensors, devices } = asked
  if (intent === null || wholePlant.has(intent) || sensors.length > 0) return context
  const own: readonly Sensor[] = devices.flatMap((device) => plant.sensorsOf(device))
  return { ...context, asked: { ...asked, sensors: own } }
}

function contextOf({ intent, sensors, devices, ranges }: Understanding): DialogContext | null {
  if (intent === null) return null
  const [period] = ranges
  return {
    intent,
    sensors: sensors.slice(0, 20).map(({ id }) => id),
    things: devices.slice(0, 20).map(({ lesiId }) => lesiId),
    period: period ?? null,
  }
}

/** Questions that the rules understand, about what was just asked. */
function suggestionsOf({ asked, plant, phrase: { suggestions } }: AnswerContext): string[] {
  const [sensor] = asked.sensors
  const { intent } = asked
  if (!sensor || asked.sensors.length > 1)
    return [
      ...(intent === 'active_alarms' ? [] : [suggestions.activeAlarms]),
      ...(intent === 'offline' ? [] : [suggestions.offline]),
    ]
  const device = plant.deviceById(sensor.deviceId)
  const name = `${sensor.alias} ${device?.name ?? ''}`.trim()
  return [
    ...(intent === 'maximum' ? [] : [suggestions.maximum(name)]),
    ...(intent === 'trend' ? [suggestions.yesterday(name)] : [suggestions.trend(name)]),
    ...(intent === 'alarms' ? [suggestions.activeAlarms] : [suggestions.alarms(name)]),
  ]
}
