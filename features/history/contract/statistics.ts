import { z } from 'zod'

/**
 * Statistics over good and uncertain readings of the range; null where there are none. Counters and
 * timers are running totals: they have what they accumulated, and no average, percentiles or
 * standard deviation. Nor have lamps and detectors, whose numbers are codes. Percentiles lie
 * between the two readings of the ranks around p (n - 1) (Hyndman and Fan's type 7).
 */
export const Statistics = z.object({
  count: z.int(),
  badCount: z.int(),
  /** Of the readings, each counted once; for how long they held is another average. */
  average: z.number().nullable(),
  /** Of a sample (n - 1); null of fewer than two readings. */
  standardDeviation: z.number().nullable(),
  maximum: z.number().nullable(),
  median: z.number().nullable(),
  minimum: z.number().nullable(),
  /** First and third quartile. */
  lowerQuartile: z.number().nullable(),
  upperQuartile: z.number().nullable(),
  percentile5: z.number().nullable(),
  percentile95: z.number().nullable(),
  percentile99: z.number().nullable(),
  /** The newest value of the range. */
  last: z.number().nullable(),
  /**
   * What the total gained in the range, from its last value before it on, resets left out; of
   * counters and timers only.
   */
  accumulated: z.number().nullable(),
  /** What the figures were computed from. */
  source: z.enum(['raw', 'rollup', 'mixed']),
  /** Only where readings of the range have expired. */
  rolled: z
    .object({
      /** What was before is left as minutes and hours alone, ms UTC. */
      until: z.number(),
      /** Readings of minutes and hours that the range cuts: they are in no figure. */
      leftOut: z.int(),
      /** Figures that may differ from what the readings would say; null: unknown. */
      estimated: z.array(z.literal('accumulated')),
    })
    .optional(),
})
export type Statistics = z.infer<typeof Statistics>
