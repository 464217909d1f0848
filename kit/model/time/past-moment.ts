import { z } from 'zod'

/** ms UTC: the year 2100. */
export const maximumMoment = 4_102_444_800_000
/** A moment, ms UTC, until the year 2100. */
export const Moment = z.int().min(0).max(maximumMoment)
