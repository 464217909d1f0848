import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

const second = 1_000

/** Longest expected interval, and longest silence: a week. */
export const maximumIntervalMs = 7 * 86_400 * second
export const minimumIntervalMs = 100
export const defaultIntervalMs = 10 * second
export const defaultSilenceMs = 60 * second

export const description = oneLine(maximumDescriptionLength)

/** What people write about a device. */
export const describedFields = {
  name: description.min(1),
  product: description,
  site: description,
  zone: description,
  intervalMs: z.int().min(minimumIntervalMs).max(maximumIntervalMs),
  silenceMs: z.int().min(second).max(maximumIntervalMs),
}
type Described = z.infer<z.ZodObject<typeof describedFields>>
export type DeviceDescription = Readonly<Described>

/** A device that sends every ten minutes is not offline after one. */
export const silenceIsLongEnough = ({
  intervalMs,
  silenceMs,
}: Pick<Described, 'intervalMs' | 'silenceMs'>): boolean => silenceMs >= intervalMs

export const silenceRule = {
  path: ['silenceMs'],
  ...rule(fieldError('silence_below_interval')),
}
