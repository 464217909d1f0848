/**
 * SQL for a stored number as a tuple (time, rank, number, quality, value): the greatest of such
 * tuples of a sensor is the newest reading, and of one time the one that counts: a usable one, that
 * is good or uncertain with a finite value, before "no value" and bad ones; then the greater value,
 * and of equal ones the worse quality. `time` is whole ms; "no value" is the number that is none.
 * The value stands at the end because none is not ordered by itself.
 */
export const readingPoint = (time: string, value: string, quality: string) =>
  `(${time}, multiIf(${quality} < 2 AND isFinite(${value}), 2, isNaN(${value}), 1, 0),
     if(isNaN(${value}), 0, ${value}), ${quality}, ${value})`

/** The same for a stored text: (time, whether it is usable, text, quality). */
export const textPoint = (time: string, value: string, quality: string) =>
  `(${time}, ${quality} < 2, ${value}, ${quality})`
