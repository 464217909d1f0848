import { z } from 'zod'
import { dataOf } from '#kit/model/envelope.ts'
import { defineRoute } from '#kit/model/route.ts'

/** The signed-in person, as `GET /api/user` tells. `roles` and `permissions` are those of the session's active role. */
export const SessionUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  cognito_id: z.string().nullable(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
})
export type SessionUser = z.infer<typeof SessionUser>

/** Shortest password that sign-in accepts, from the specification. */
export const minimumPasswordLength = 4

/** An address is refused at this many characters. */
export const emailLengthLimit = 255

/** Whether `text` is an e-mail address that the sign-in form lets through; surrounding spaces are the caller's to trim. */
export function isEmail(text: string): boolean {
  return text.length < emailLengthLimit && /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]{2,}$/.test(text)
}

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
    email: z.string().trim().refine(isEmail, 'Please enter the correct email'),
    password: z.string().min(minimumPasswordLength, 'Password cannot be less than 4 digits').max(1024),
    recaptchatoken: z.string().max(8192).optional(),
  }),
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
      demo: z.object({ password: z.string(), accounts: z.array(z.object({ role: z.string(), email: z.string() })) }).nullable(),
    }),
  ),
})
