import { z } from 'zod'

/** A moment, ms UTC, until the year 2100. */
export const Moment = z.int().min(0).max(4_102_444_800_000)
