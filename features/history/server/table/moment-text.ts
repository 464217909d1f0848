import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { instantOfText } from '#kit/model/time/zone.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/
const day = /^\d{4}-\d\d-\d\d$/

/**
 * The moment that a text means, ms UTC: an instant of ISO 8601 with its offset, a day (its first
 * instant in `timezone`), or ms UTC. Throws `invalid` at `field` for any other text.
 */
export function momentOf(written: string, field: string, timezone: string): number {
  // In an address a plus that is not escaped is a blank.
  const text = written.replace(/ (?=\d\d:\d\d$)/, '+')
  const moment = /^\d{1,13}$/.test(text)
    ? Number(text)
    : instant.test(text) && isDate(text.slice(0, 10))
      ? Date.parse(text)
      : day.test(text)
        ? instantOfText(`${text}T00:00`, timezone)
        : null
  const known = Moment.safeParse(moment)
  if (!known.success) throw refusedField(field, fieldError('moment_text'))
  return known.data
}

/** The engine of the language takes the 30th of February for the 2nd of March. */
const isDate = (text: string) => instantOfText(`${text}T00:00`, 'UTC') !== null
