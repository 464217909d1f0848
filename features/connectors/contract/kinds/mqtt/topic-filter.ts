import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumTopicLength } from './limits.ts'

const filter = /^(?:(?:[^/+#\0]*|\+)\/)*(?:[^/+#\0]*|\+|#)$/

/** Topics to look at: a filter of MQTT. */
export const TopicFilter = z
  .string()
  .min(1)
  .max(maximumTopicLength)
  .refine((text) => filter.test(text), rule(fieldError('not_accepted')))
