import { z } from 'zod'

/** How far a reading can be trusted, after the severities of OPC UA. */
export const qualities = ['good', 'uncertain', 'bad'] as const
export const Quality = z.enum(qualities)
export type Quality = z.infer<typeof Quality>

/**
 * The number that stands for a quality in the store and on the live socket: 0 good, 1 uncertain, 2
 * bad.
 */
export const qualityCode = { good: 0, uncertain: 1, bad: 2 } as const satisfies Record<
  Quality,
  number
>
export const QualityCode = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type QualityCode = z.infer<typeof QualityCode>
