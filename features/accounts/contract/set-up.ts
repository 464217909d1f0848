import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { isEmail } from '#kit/model/address.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { NewPassword } from './password.ts'
import { SessionUser } from './sign-in.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/**
 * Consumes the one-time link that an installation without users prints, and signs its first
 * administrator in.
 */
export const setUpFirstAdministrator = defineRoute({
  method: 'POST',
  path: '/api/auth/setup',
  summary: 'Creates the first administrator with the one-time set-up token and starts a session',
  gate: 'public',
  body: z.object({
    token: z.string().min(1).max(128),
    email: z
      .string()
      .trim()
      .refine(isEmail, rule(fieldError('email'))),
    name: oneLine(128).min(1),
    password: NewPassword,
  }),
  reply: dataOf(SessionUser),
})
