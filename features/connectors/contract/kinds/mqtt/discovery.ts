import { z } from 'zod'
import { MappingRule } from './mapping.ts'

export const payloadKinds = ['empty', 'number', 'boolean', 'text', 'json', 'binary'] as const
export const PayloadKind = z.enum(payloadKinds)
export type PayloadKind = z.infer<typeof PayloadKind>

/** Whose way of publishing was recognised. */
export const foreignFormats = [
  ...(['sparkplug', 'zigbee2mqtt', 'tasmota', 'shelly', 'home-assistant'] as const),
  ...(['senml', 'telegraf', 'json', 'plain'] as const),
] as const
export const ForeignFormat = z.enum(foreignFormats)
export type ForeignFormat = z.infer<typeof ForeignFormat>

/** What could be taken over from a broker: rules that belong together. */
export const Proposal = z.object({
  format: ForeignFormat,
  /** Where on the broker: a topic, or the begin of topics. */
  place: z.string(),
  rules: z.array(MappingRule),
  /** Topics that were seen and are understood by it. */
  topics: z.int(),
  /** What is not understood of it, in English, for engineers. */
  remarks: z.array(z.string()),
})
export type Proposal = z.infer<typeof Proposal>
