import { z } from 'zod'
import { SensorType } from '#kit/model/sensor.ts'
import {
  maximumPreviewMessages,
  maximumRules,
  maximumSurveySeconds,
  maximumTopicLength,
} from './limits.ts'
import { MappingRule } from './mapping.ts'
import { TopicFilter } from './topic-filter.ts'

export const payloadKinds = ['empty', 'number', 'boolean', 'text', 'json', 'binary'] as const
export const PayloadKind = z.enum(payloadKinds)
export type PayloadKind = z.infer<typeof PayloadKind>

/** The recognised products and conventions. */
export const foreignFormats = [
  ...(['sparkplug', 'zigbee2mqtt', 'tasmota', 'shelly', 'home-assistant'] as const),
  ...(['senml', 'telegraf', 'json', 'plain'] as const),
] as const
export const ForeignFormat = z.enum(foreignFormats)
export type ForeignFormat = z.infer<typeof ForeignFormat>

/** What could be taken over from a broker: rules that belong together. */
export const Proposal = z.object({
  format: ForeignFormat,
  /** Where at the broker: a topic, or what topics begin with. */
  place: z.string(),
  rules: z.array(MappingRule),
  /** Topics that were seen and are understood by it. */
  topics: z.int(),
  /** What is not understood of it, in English, for engineers. */
  remarks: z.array(z.string()),
})
export type Proposal = z.infer<typeof Proposal>

/** A topic that a survey of a broker found. */
export const SeenTopic = z.object({
  topic: z.string(),
  messages: z.int(),
  bytes: z.int(),
  isRetained: z.boolean(),
  kind: PayloadKind,
  /** The begin of the newest payload as a text; empty for what is none. */
  sample: z.string(),
})
export type SeenTopic = z.infer<typeof SeenTopic>

/** A device that rules give, by what was seen. */
export const SeenDevice = z.object({
  lesiId: z.string(),
  sensors: z.array(
    z.object({
      key: z.string(),
      value: z.union([z.number(), z.string(), z.null()]),
      unit: z.string(),
      type: SensorType.nullable(),
    }),
  ),
})
export type SeenDevice = z.infer<typeof SeenDevice>

/** What rules make of what was seen. */
export const RulesPreview = z.object({
  /** The first of them. */
  devices: z.array(SeenDevice),
  deviceCount: z.int(),
  sensorCount: z.int(),
  /** Topics of which the rules make something, or that they leave alone. */
  topicCount: z.int(),
  /** The first problems. */
  problems: z.array(z.object({ topic: z.string(), field: z.string(), reason: z.string() })),
  problemCount: z.int(),
})
export type RulesPreview = z.infer<typeof RulesPreview>

/** A request about a broker: a survey of its topics, or a preview of rules. */
export const BrowseRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('survey'),
    filter: TopicFilter,
    seconds: z.int().min(1).max(maximumSurveySeconds),
  }),
  z.object({
    action: z.literal('preview'),
    rules: z.array(MappingRule).max(maximumRules),
    messages: z
      .array(z.object({ topic: z.string().max(maximumTopicLength), payload: z.string() }))
      .max(maximumPreviewMessages),
  }),
])
export type BrowseRequest = z.infer<typeof BrowseRequest>

/** The result of a survey of a broker. */
export const SurveyResult = z.object({
  seconds: z.number(),
  messages: z.int(),
  /** Messages of topics beyond the maximum of the survey. */
  leftOut: z.int(),
  topicCount: z.int(),
  /** The first by name. */
  topics: z.array(SeenTopic),
  proposals: z.array(z.object({ proposal: Proposal, preview: RulesPreview })),
})
export type SurveyResult = z.infer<typeof SurveyResult>
