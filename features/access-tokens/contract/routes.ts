import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Tokens that a person has at a time. */
export const maximumTokens = 20
/** Devices that a token names. */
export const maximumTokenDevices = 200
export const maximumTokenName = 80
export const maximumTokenDays = 366

/** What a person sees of an own token; the token itself is shown once, when it is made. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null: all devices that are open to the person. */
  devices: z.array(z.object({ lesiId: z.string(), name: z.string() })).nullable(),
  /** ms UTC */
  createdAt: z.number(),
  expiresAt: z.number(),
  /** About; null: it was never used. */
  lastUsedAt: z.number().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listAccessTokens = defineRoute({
  method: 'GET',
  path: '/api/profile/access-tokens',
  summary: 'The own access tokens, the newest first',
  gate: warRoomGate,
  reply: wholeListOf(AccessToken),
})

export const addAccessToken = defineRoute({
  method: 'POST',
  path: '/api/profile/access-tokens',
  summary: 'Makes a token with which another program reads; the reply shows it, once',
  isMadeOnce: true,
  gate: warRoomGate,
  body: z.object({
    name: oneLine(maximumTokenName).min(1),
    /** How long it counts. */
    days: z.int().min(1).max(maximumTokenDays),
    /** Null: all that are open to the person, also those to come. */
    devices: z.array(LesiId).min(1).max(maximumTokenDevices).nullable(),
  }),
  reply: dataOf(z.object({ token: z.string(), accessToken: AccessToken })),
})

export const revokeAccessToken = defineRoute({
  method: 'DELETE',
  path: '/api/profile/access-tokens/:id',
  summary: 'Ends an own access token at once',
  gate: warRoomGate,
  params: z.object({ id: z.uuid() }),
})
