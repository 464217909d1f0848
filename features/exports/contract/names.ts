import { isZone } from '#kit/model/time/zone-name.ts'
import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'

export const SensorName = z.object({
  thing: LesiId,
  sensor: z.string().min(1).max(maximumKeyLength),
})

/** An IANA name such as `Europe/Berlin`. */
export const ZoneName = z
  .string()
  .min(1)
  .max(64)
  .refine(isZone, rule(fieldError('unknown_zone')))
