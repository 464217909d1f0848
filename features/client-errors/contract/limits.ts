/** Different errors in one report, and times that one of them is reported to have happened. */
export const maximumReported = 10
export const maximumOccurrences = 1_000
/** Characters. */
export const maximumMessage = 500
export const maximumStack = 4_000
export const maximumPage = 200
export const maximumVersion = 40
/** Different errors that are stored, and for how long after each was last met. */
export const maximumStored = 500
export const retentionDays = 30
/** Reports of one address that are taken. */
export const reportRate = { max: 20, timeWindow: '1 minute' } as const
