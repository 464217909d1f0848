/** Texts of one answer, bytes: whoever reads many long ones holds up nobody. */
export const maximumTextBytes = 2 * 1024 * 1024

/**
 * SQL: of rows with a time `at` and a text those before which there are less than
 * `maximumTextBytes`. Rows of one time stay together.
 */
export const withinTextBytes = (rows: string, text: string): string =>
  `SELECT * EXCEPT (size, until, now) FROM (
     SELECT *, ifNull(length(${text}), 0) AS size,
       sum(size) OVER (ORDER BY at RANGE UNBOUNDED PRECEDING) AS until,
       sum(size) OVER (PARTITION BY at) AS now
     FROM (${rows})
   ) WHERE until - now < ${maximumTextBytes}`

/** Whether rows were left out by `withinTextBytes`. */
export const mayBeCut = (rows: readonly { readonly value: number | string | null }[]): boolean =>
  rows.reduce((sum, { value }) => sum + bytesOf(value), 0) >= maximumTextBytes

const bytesOf = (value: number | string | null) =>
  typeof value === 'string' ? Buffer.byteLength(value) : 0
