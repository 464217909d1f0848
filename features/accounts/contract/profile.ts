import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { Locale } from '#kit/model/locale.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { NewPassword } from './password.ts'
import { Person } from './person.ts'
import { personFields } from './person-fields.ts'
import { AuthenticatorCode } from './sign-in.ts'

/** The person's own account. */
export const Profile = Person.extend({
  language: Locale.nullable(),
  /** Every role that the person holds, whatever the session's active role is. */
  roles: z.array(z.string()),
  secondFactor: z.boolean(),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.int(),
  /** Grows with every change; an edit says which one it started from. */
  version: z.int32(),
})
export type Profile = z.infer<typeof Profile>

export const readProfile = defineRoute({
  method: 'GET',
  path: '/api/profile',
  summary: 'The own account',
  gate: 'signed-in',
  reply: dataOf(Profile),
})

export const updateProfile = defineRoute({
  method: 'PUT',
  path: '/api/profile',
  summary:
    'Changes the own name, introduction and language; 409 when they were changed since `version`',
  isMadeOnce: true,
  gate: 'signed-in',
  body: z.object({
    version: z.int32(),
    ...personFields,
    language: Locale.nullable(),
  }),
  reply: dataOf(Profile),
})

/** Largest picture file that a person may send, in bytes. */
export const maximumAvatarBytes = 2 * 1024 * 1024

export const changeAvatar = defineRoute({
  method: 'POST',
  path: '/api/profile/avatar',
  summary:
    'Sets the own picture from a PNG, JPEG or WebP file of at most 2 MB; stored as a small PNG',
  gate: 'signed-in',
  /** The file in base64, without a `data:` prefix; null removes the picture. */
  body: z.object({ image: z.base64().min(1).nullable() }),
  reply: dataOf(Profile),
})

const pictureName = /^[a-f0-9]{64}\.png$/

export const avatarFile = defineRoute({
  method: 'GET',
  path: '/api/avatars/:file',
  summary: 'A picture of a person',
  gate: 'signed-in',
  params: z.object({
    file: z.string().refine((name) => pictureName.test(name), rule(fieldError('not_accepted'))),
  }),
  file: 'image/png',
})

export const changePassword = defineRoute({
  method: 'POST',
  path: '/api/profile/password',
  summary: 'Changes the own password, ends the other sessions and gives this one a new token',
  gate: 'signed-in',
  body: z.object({ current: z.string().min(1).max(1024), next: NewPassword }),
})

export const OwnSession = z.object({
  id: z.string(),
  /** The session of this call. */
  current: z.boolean(),
  /** ms UTC */
  createdAt: z.number(),
  lastSeenAt: z.number(),
  address: z.string(),
  userAgent: z.string(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listOwnSessions = defineRoute({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'Where the person is signed in, the newest request first',
  gate: 'signed-in',
  reply: wholeListOf(OwnSession),
})

export const endOwnSession = defineRoute({
  method: 'DELETE',
  path: '/api/profile/sessions/:id',
  summary: 'Ends one of the own sessions',
  gate: 'signed-in',
  params: z.object({ id: z.uuid() }),
})

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/profile/sessions',
  summary: 'Ends all own sessions but this one',
  gate: 'signed-in',
  reply: dataOf(z.object({ ended: z.int() })),
})

export const setUpSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/second-factor/setup',
  summary: 'A new secret for an authenticator; it counts after a code of it was confirmed',
  gate: 'signed-in',
  body: z.object({ password: z.string().min(1).max(1024) }),
  /** `uri`: `otpauth://totp/…`, for a QR code; `secret`: base32, for typing. */
  reply: dataOf(z.object({ secret: z.string(), uri: z.string() })),
})

export const confirmSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/second-factor/confirm',
  summary: 'Switches the second factor on; the reply holds ten recovery codes, shown only now',
  gate: 'signed-in',
  body: z.object({ code: AuthenticatorCode }),
  reply: dataOf(z.object({ recoveryCodes: z.array(z.string()) })),
})

export const disableSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/profile/second-factor/disable',
  summary: 'Switches the second factor off',
  gate: 'signed-in',
  body: z.object({ password: z.string().min(1).max(1024) }),
})
