/** The last second that a column of whole seconds can hold. */
const lastSecond = 2 ** 32 - 1

/**
 * The second in which an instant (ms UTC) lies, as columns of whole seconds have it. Such a column
 * begins with 1970: what lies before, as the day in which 1970 began in zones behind UTC, is its
 * first second, and what lies behind its end is the last one.
 */
export const storedSecond = (time: number): number =>
  Math.min(Math.max(Math.floor(time / 1000), 0), lastSecond)
