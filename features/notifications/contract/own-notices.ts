import { z } from 'zod'
import { isUrl } from '#kit/model/address.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { QuietHours } from './notification-route.ts'

/** Browsers of one person. */
export const maximumPushBrowsers = 20

const BrowserId = z.object({ id: z.coerce.number().pipe(z.int().min(1).max(2_147_483_647)) })

/** Bytes as a browser writes them. */
const bytes = (count: number) =>
  z
    .string()
    .max(200)
    .refine(
      (text) =>
        /^[\w-]+={0,2}$/.test(text) &&
        text.replace(/=+$/, '').length === Math.ceil((count * 4) / 3),
      rule(fieldError('not_accepted')),
    )

/** What a browser says of its subscription (W3C, Push API). */
export const PushSubscription = z.strictObject({
  endpoint: z
    .string()
    .max(1_000)
    .refine((text) => /^https?:/i.test(text) && isUrl(text), rule(fieldError('web_url'))),
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
  /** Of the page, for a person who has chosen none. */
  language: Locale,
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** A browser in which the person is notified; moments in ms UTC. */
export const PushBrowser = z.object({
  id: z.int(),
  endpoint: z.string(),
  userAgent: z.string(),
  createdAt: z.number(),
  /** Whether it ends with the session of this call. */
  isOfSession: z.boolean(),
  /** When its push service took something last. */
  deliveredAt: z.number().nullable(),
})
export type PushBrowser = z.infer<typeof PushBrowser>

/** Hours in which a person is not notified, on the clock of the site. */
export const OwnQuietHours = z.strictObject({
  quiet: QuietHours.nullable(),
  /** Alarms of priority 1 come all the same. */
  isUrgentAllowed: z.boolean(),
})
export type OwnQuietHours = z.infer<typeof OwnQuietHours>

/** Of who has none, whatever was chosen for alarms of priority 1. */
export const noQuietHours: OwnQuietHours = { quiet: null, isUrgentAllowed: true }

export const readOwnNotices = defineRoute({
  method: 'GET',
  path: '/api/profile/notices',
  summary: 'In which browsers, and in which hours, the caller is notified of alarms',
  gate: warRoomGate,
  reply: dataOf(
    OwnQuietHours.extend({
      /** By which browsers recognise this server: an uncompressed point, base64url. */
      publicKey: z.string(),
      browsers: z.array(PushBrowser),
    }),
  ),
})

export const addPushBrowser = defineRoute({
  method: 'POST',
  path: '/api/profile/push-browsers',
  summary: 'Notifies the caller in one more browser, until this session is signed out',
  gate: warRoomGate,
  body: PushSubscription,
  reply: dataOf(PushBrowser),
})

export const testPushBrowser = defineRoute({
  method: 'POST',
  path: '/api/profile/push-browsers/:id/test',
  summary: 'Sends a test to an own browser',
  gate: warRoomGate,
  params: BrowserId,
})

export const removePushBrowser = defineRoute({
  method: 'DELETE',
  path: '/api/profile/push-browsers/:id',
  summary: 'Notifies the caller no more in a browser',
  gate: warRoomGate,
  params: BrowserId,
})

export const setOwnQuietHours = defineRoute({
  method: 'PUT',
  path: '/api/profile/quiet-hours',
  summary: 'Says in which hours the caller is not notified of alarms, neither by mail nor by push',
  gate: warRoomGate,
  body: OwnQuietHours,
  reply: dataOf(OwnQuietHours),
})
