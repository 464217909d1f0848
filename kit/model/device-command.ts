import { z } from 'zod'
import { maximumTextLength } from './limits.ts'

/** What kind of value a target takes; a `trigger` takes none, it is pressed. */
export const CommandType = z.enum(['number', 'integer', 'boolean', 'text', 'trigger'])
export type CommandType = z.infer<typeof CommandType>

/** What a command carries; `true` for a trigger. */
export const CommandValue = z.union([z.number(), z.boolean(), z.string().max(maximumTextLength)])
export type CommandValue = z.infer<typeof CommandValue>

/** Something of a device that can be written. */
export const CommandTarget = z.object({
  /** Names it within the device, for good: at most 300 characters. */
  id: z.string(),
  /** As people call it. */
  name: z.string(),
  type: CommandType,
  unit: z.string(),
  /** Of a number, both allowed; null: no limit. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** Key of the sensor of the device that shows what is written; null: there is none. */
  sensorKey: z.string().nullable(),
})
export type CommandTarget = z.infer<typeof CommandTarget>

/** Whether a command would reach the device now. */
export const CommandReadiness = z.enum(['ready', 'not-connected', 'not-listening'])
export type CommandReadiness = z.infer<typeof CommandReadiness>
