import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { isEmail } from '#kit/model/address.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { Locale } from '#kit/model/locale.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { NewPassword } from './password.ts'
import { Person } from './person.ts'

/**
 * The signed-in person, as `GET /api/user` replies. `roles` and `permissions` are those of the
 * session's active role.
 */
export const SessionUser = Person.extend({
  cognito_id: z.string().nullable(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /**
   * The role that was chosen for this session; null while all roles of the person count together.
   */
  activeRole: z.string().nullable(),
  /** Roles that the person may choose from: those they hold; every role for administrators. */
  availableRoles: z.array(z.string()),
  /** Language that the person chose in the profile; null for none. */
  language: Locale.nullable(),
  /** Whether the person has neither seen nor skipped the tour of the application so far. */
  tourPending: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

/**
 * The cookie that marks a browser as signed in, for scripts and for the choice of what the page
 * fetches first; it opens nothing.
 */
export const signedInCookie = 'isLogged'

/** Shortest password that sign-in accepts, from the specification. */
export const minimumPasswordLength = 4

/**
 * Answer of a right password where a second factor is on: `POST /api/auth/second-factor` with this
 * ticket, within 5 minutes.
 */
export const SecondFactorNeeded = z.object({ secondFactor: z.literal(true), ticket: z.string() })
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

export const csrfCookie = defineRoute({
  method: 'GET',
  path: '/api/sanctum/csrf-cookie',
  summary: 'Sets the XSRF-TOKEN cookie that every write must echo in the X-XSRF-TOKEN header',
  gate: 'public',
})

export const signIn = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Starts a session',
  gate: 'public',
  body: z.object({
    email: z
      .string()
      .trim()
      .refine(isEmail, rule(fieldError('email'))),
    password: z
      .string()
      .min(minimumPasswordLength, 'Password cannot be less than 4 digits')
      .max(1024),
    recaptchatoken: z.string().max(8192).optional(),
  }),
  reply: dataOf(z.union([SecondFactorNeeded, SessionUser])),
})

/** Codes of authenticators have six digits; spaces among them are the person's to type. */
export const AuthenticatorCode = z
  .string()
  .max(16)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), rule(fieldError('six_digits')))

export const signInSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary:
    'Starts the session of a sign-in that needs a second factor, with a code or a recovery code',
  gate: 'public',
  body: z.union([
    z.object({ ticket: z.string().min(1).max(128), code: AuthenticatorCode }),
    z.object({ ticket: z.string().min(1).max(128), recoveryCode: z.string().min(1).max(64) }),
  ]),
  reply: dataOf(SessionUser),
})

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Sets the password with a one-time link, and ends all sessions of its owner',
  gate: 'public',
  body: z.object({ token: z.string().min(1).max(128), password: NewPassword }),
})

export const switchRole = defineRoute({
  method: 'POST',
  path: '/api/auth/role/asign',
  summary:
    'Makes one role the only one that counts in this session; null: all of the person count again',
  gate: 'signed-in',
  body: z.object({ role: z.string().min(1).max(40).nullable() }),
  reply: dataOf(SessionUser),
})

export const signOut = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends the session',
  gate: 'signed-in',
})

export const currentUser = defineRoute({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user with roles and permissions',
  gate: 'signed-in',
  reply: dataOf(SessionUser),
})

/** What the sign-in page needs before anybody has signed in. */
export const siteInfo = defineRoute({
  method: 'GET',
  path: '/api/site',
  summary: 'Name, zone and version of the site; demo accounts while demo data is on',
  gate: 'public',
  reply: dataOf(
    z.object({
      name: z.string(),
      timezone: z.string(),
      version: z.string(),
      legacyUrl: z.string().nullable(),
      /** Where `/guide/index` leads; null where this installation names no guide. */
      guideUrl: z.string().nullable(),
      /** The script whose token a sign-in must bring; null where none is asked for. */
      captcha: z.object({ script: z.string(), siteKey: z.string() }).nullable(),
      /** A script of another site that every page loads; null for none. */
      analyticsScript: z.string().nullable(),
      demo: z
        .object({
          password: z.string(),
          accounts: z.array(z.object({ role: z.string(), email: z.string() })),
        })
        .nullable(),
    }),
  ),
})
