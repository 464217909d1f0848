import { z } from 'zod'
import { fieldError, rule } from '../calls/field-errors.ts'

/**
 * A text of at most `maximum` characters without control characters, blanks around it left out:
 * what stands in a line of its own somewhere, as names do in mails and lists.
 */
export const oneLine = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text), rule(fieldError('unstorable_characters')))
