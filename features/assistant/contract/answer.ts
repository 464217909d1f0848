import { z } from 'zod'
import { RulePriority } from '#features/alarms/contract/rule.ts'
import { Locale } from '#kit/model/locale.ts'
import { LesiId } from '#kit/model/device.ts'
import { maximumMoment } from '#kit/model/time/past-moment.ts'

/** What a sentence is based on: it opens there. Times in ms UTC. */
export const Citation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sensor'),
    thing: LesiId,
    sensor: z.string(),
    /** Of the sensor and its device, as people call them. */
    label: z.string(),
    /** The range that was read; both null: its present value. */
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('alarm'),
    id: z.int(),
    thing: LesiId,
    /** Key; null: it is about the device. */
    sensor: z.string().nullable(),
    label: z.string(),
    priority: RulePriority,
    /** When it came. */
    at: z.number(),
  }),
  z.object({ kind: z.literal('device'), thing: LesiId, label: z.string() }),
  z.object({ kind: z.literal('article'), id: z.int(), label: z.string() }),
  /** What was counted: the list of all devices, of the online or of the offline ones. */
  z.object({
    kind: z.literal('devices'),
    status: z.enum(['online', 'offline']).nullable(),
    label: z.string(),
  }),
  /** The list of active alarms; with a range the alarms that came within it. */
  z.object({
    kind: z.literal('alarms'),
    from: z.number().nullable(),
    to: z.number().nullable(),
    label: z.string(),
  }),
])
export type Citation = z.infer<typeof Citation>

/** One sentence, with what proves it. */
export const AnswerSentence = z.object({ text: z.string(), citations: z.array(Citation) })
export type AnswerSentence = z.infer<typeof AnswerSentence>

/** A small chart of a sensor. */
export const AnswerChart = z.object({
  thing: LesiId,
  sensor: z.string(),
  label: z.string(),
  from: z.number(),
  to: z.number(),
})

/** Questions that have an answer of their own. */
export const intents = [
  ...(['value', 'average', 'minimum', 'maximum', 'median', 'deviation', 'count'] as const),
  ...(['total', 'outside', 'availability', 'trend', 'compare', 'states'] as const),
  ...(['alarms', 'active_alarms', 'top_alarms', 'offline', 'online', 'rank', 'find'] as const),
  ...(['procedure', 'overview', 'limits'] as const),
] as const
export type Intent = (typeof intents)[number]

const moment = z.number().min(0).max(maximumMoment)

/**
 * What the last question was about, for the next one: "and yesterday?". The browser holds it; every
 * right is asked again.
 */
export const DialogContext = z.object({
  intent: z.enum(intents),
  /** Ids of sensors. */
  sensors: z.array(z.int32()).max(20),
  /** LESI IDs. */
  things: z.array(LesiId).max(20),
  /** ms UTC; null: none was named. */
  period: z.object({ from: moment, to: moment }).nullable(),
})
export type DialogContext = z.infer<typeof DialogContext>

/**
 * Why a language model did not answer and the rules did: there was none, it took too long, a limit
 * of its use was reached, or what it stated was not in the data.
 */
export const modelFallbacks = ['unavailable', 'late', 'limit', 'unfounded'] as const
export type ModelFallback = (typeof modelFallbacks)[number]

/** What a language model had to do with an answer. */
export const ModelPart = z.object({
  /** As it is configured. */
  name: z.string(),
  /** Null: it phrased the answer. */
  fallback: z.enum(modelFallbacks).nullable(),
  /** How it went; for administrators alone. */
  trace: z
    .object({
      /** Closed list of the server; null: nothing failed. */
      failure: z.string().nullable(),
      /** Tools that it called, in order. */
      tools: z.array(z.string()),
      /** As the model's server counted them; null: it did not. */
      tokens: z.int().nullable(),
      durationMs: z.number(),
    })
    .nullable(),
})
export type ModelPart = z.infer<typeof ModelPart>

export const Answer = z.object({
  /** In which language it is. */
  locale: Locale,
  sentences: z.array(AnswerSentence),
  /** What was asked for and cannot be known, a sentence each. */
  unknown: z.array(z.string()),
  chart: AnswerChart.nullable(),
  /** Questions that may follow. */
  suggestions: z.array(z.string()),
  context: DialogContext.nullable(),
  /** Who phrased it: the product's own rules, or a language model. */
  source: z.enum(['rules', 'model']),
  /** Null: no language model was asked. */
  model: ModelPart.nullable(),
})
export type Answer = z.infer<typeof Answer>

/**
 * A line of an answer that comes in parts: which tool a model uses, a sentence whose figures have
 * been checked, that what came so far does not count, and at the end all of it, or a failure.
 */
export type AnswerLine =
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'sentence'; readonly sentence: AnswerSentence }
  | { readonly kind: 'restart' }
  | { readonly kind: 'answer'; readonly message: string; readonly data: Answer }
  | { readonly kind: 'failed'; readonly error: string; readonly message: string }
