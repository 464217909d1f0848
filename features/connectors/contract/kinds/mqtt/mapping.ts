import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule as ruleOf } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { SensorType } from '#kit/model/sensor.ts'
import { parsePath } from './document-path.ts'
import {
  maximumExpressionLength,
  maximumFields,
  maximumPathLength,
  maximumStates,
  maximumTopicLength,
} from './limits.ts'
import { namesOf, parseTemplate } from './topic-template.ts'

const Path = z
  .string()
  .max(maximumPathLength)
  .refine(
    (text) => parsePath(text) !== null,
    ruleOf(fieldError('document_path', { example: "a.b[0]['c d']" })),
  )

const Text = z.string().max(200)

/** Numbers that stand for texts: `{"ON": 1, "OFF": 0}`. */
const States = z
  .record(z.string().max(64), z.number())
  .refine(
    (states) => Object.keys(states).length <= maximumStates,
    ruleOf(fieldError('too_many', { maximum: maximumStates })),
  )

/** A value of a document that is a sensor's. */
export const DocumentField = z.object({
  path: Path,
  /** Key of the sensor. */
  key: z.string().min(1).max(maximumKeyLength),
  /** The value is multiplied by it, where it is a number. */
  factor: z.number().default(1),
  states: States.default({}),
})
export type DocumentField = z.infer<typeof DocumentField>

/** How the bytes of a message become values. */
export const Payload = z.discriminatedUnion('format', [
  /** One number, text, or true and false. */
  z.object({
    format: z.literal('plain'),
    /** Of the sensor, where the topic does not name it; empty: the topic's last level. */
    key: z.string().max(maximumKeyLength).default(''),
    states: States.default({}),
  }),
  z.object({
    format: z.literal('json'),
    /** Where the values stand; what has nothing there has no values. */
    root: Path.default(''),
    /** Where their time stands; without it that of receipt counts. */
    time: Path.default(''),
    /** Empty: every number, text, true and false of it is a sensor, by its path. */
    fields: z.array(DocumentField).max(maximumFields).default([]),
    /** Paths below the root, or the ends of paths, that are no sensors. */
    except: z.array(Path).max(maximumFields).default([]),
    states: States.default({}),
  }),
  /** A JSONata expression whose result is a telemetry document, or several. */
  z.object({
    format: z.literal('expression'),
    expression: z.string().trim().min(1).max(maximumExpressionLength),
  }),
  /** Messages that are left alone, also by the rules behind this one. */
  z.object({ format: z.literal('ignored') }),
  z.object({ format: z.literal('senml') }),
  z.object({ format: z.literal('telegraf') }),
  /** Whether the device is there. */
  z.object({
    format: z.literal('status'),
    path: Path.default(''),
    online: Text,
    offline: Text,
  }),
])
export type Payload = z.infer<typeof Payload>

export const maximumHintUnitLength = 32

/** What a sensor is proposed as when it is added. */
export const SensorHint = z.object({
  key: z.string().min(1).max(maximumKeyLength),
  alias: z.string().max(128).default(''),
  unit: z.string().max(maximumHintUnitLength).default(''),
  type: SensorType.nullable().default(null),
})
export type SensorHint = z.infer<typeof SensorHint>

const placeholders = { device: '{device}', sensor: '{sensor}' }

/** Its messages mean nothing without the births and sequences that a host of it follows. */
const isOfSparkplug = (topic: string) => topic === 'spBv1.0' || topic.startsWith('spBv1.0/')

const topicIsTemplate = (topic: string) => parseTemplate(topic) !== null

/** How the messages of some topics become readings. */
export const MappingRule = z
  .object({
    topic: z
      .string()
      .max(maximumTopicLength)
      .refine(topicIsTemplate, ruleOf(fieldError('topic_template', placeholders))),
    /** The device of all these messages; null: the topic or the document names it. */
    device: LesiId.nullable().default(null),
    payload: Payload,
    hints: z.array(SensorHint).max(maximumFields).default([]),
  })
  .refine(({ topic, device, payload }) => namesDevice(topic, device, payload), {
    ...ruleOf(fieldError('rule_without_device', placeholders)),
    path: ['device'],
  })
  .refine(({ topic, payload }) => payload.format === 'ignored' || !isOfSparkplug(topic), {
    ...ruleOf(fieldError('sparkplug_topic')),
    path: ['topic'],
  })
export type MappingRule = z.infer<typeof MappingRule>

/** Formats whose documents name their devices. */
const namingFormats: ReadonlySet<Payload['format']> = new Set([
  ...(['expression', 'senml', 'telegraf', 'ignored'] as const),
])

function namesDevice(topic: string, device: string | null, { format }: Payload): boolean {
  if (device !== null || namingFormats.has(format)) return true
  const template = parseTemplate(topic)
  return template === null || namesOf(template).device
}
