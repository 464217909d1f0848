import { z } from 'zod'
import { isEmail, isUrl } from '#kit/model/address.ts'
import { LesiId, maximumDescriptionLength } from '#kit/model/device.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Routes of an installation. */
export const maximumRoutes = 100
export const maximumRouteRecipients = 50
/** Devices that one route names. */
export const maximumRouteDevices = 500
/** Areas that one route names. */
export const maximumRouteAreas = 100
/** Longest delay, and longest time that is put together. */
export const maximumMinutes = 1_440

const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), rule(fieldError('time_of_day')))
/** Hours of every day, on the clock of the site; over midnight where they end before they begin. */
export const QuietHours = z.strictObject({ from: timeOfDay, to: timeOfDay })
const minutes = z.int().min(0).max(maximumMinutes)
const repeats = (texts: readonly string[]) => new Set(texts).size !== texts.length
const url = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:/i.test(text) && isUrl(text), rule(fieldError('web_url')))

/** A part of the plant: the devices of a site, of a zone, or of one product. */
export const Area = z.strictObject({
  kind: z.enum(['site', 'zone', 'product']),
  name: oneLine(maximumDescriptionLength).min(1),
})
export type Area = z.infer<typeof Area>

const recipients = z
  .array(z.string().refine(isEmail, rule(fieldError('email'))))
  .refine((all) => !repeats(all.map((each) => each.toLowerCase())), rule(fieldError('repeated')))

/** Where a route leads. */
export const RouteTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mail'),
    recipients: recipients.min(1).max(maximumRouteRecipients),
  }),
  z.strictObject({ kind: z.literal('webhook'), url }),
  /** To the browsers of people who asked for it: who has one of these roles, or is named. */
  z
    .strictObject({
      kind: z.literal('push'),
      roles: z.array(z.string().max(64)).max(50),
      recipients: recipients.max(maximumRouteRecipients),
    })
    .refine(({ roles, recipients }) => roles.length + recipients.length > 0, {
      path: ['recipients'],
      ...rule(fieldError('required')),
    }),
])
export type RouteTarget = z.infer<typeof RouteTarget>

/** What an administrator says of a route. */
export const RouteDefinition = z.strictObject({
  name: oneLine(80).min(1),
  isEnabled: z.boolean(),
  priorities: z
    .array(z.union([z.literal(1), z.literal(2), z.literal(3)]))
    .min(1)
    .max(3),
  /** LESI IDs. */
  devices: z.array(LesiId).max(maximumRouteDevices),
  /** Beside the devices that are named: all that lie in one of these. Both empty: everywhere. */
  areas: z.array(Area).max(maximumRouteAreas).default([]),
  /** Names of shifts in which it counts; empty: always. */
  shifts: z.array(z.string().max(40)).max(12),
  /**
   * Only alarms that nobody has acknowledged after so many minutes, and whose condition is there
   * still: an escalation. 0: every alarm, at once.
   */
  afterMinutes: minutes,
  /** What came in so many minutes is put together; 0: each is sent at once. */
  digestMinutes: minutes,
  /** What comes within these hours of every day, on the clock of the site, waits for their end. */
  quiet: QuietHours.nullable(),
  language: Locale,
  target: RouteTarget,
})
export type RouteDefinition = z.infer<typeof RouteDefinition>

/** As it is stored: an address of somebody whose data was erased is none any more. */
const StoredDefinition = RouteDefinition.extend({
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('mail'), recipients: z.array(z.string()) }),
    z.object({ kind: z.literal('webhook'), url: z.string().refine(isUrl) }),
    z.object({
      ...{ kind: z.literal('push'), roles: z.array(z.string()) },
      recipients: z.array(z.string()),
    }),
  ]),
})

/** A route. */
export const NotificationRoute = StoredDefinition.extend({ id: z.int(), version: z.int32() })
export type NotificationRoute = z.infer<typeof NotificationRoute>

/**
 * A route that this version cannot read, as another one stored it: nothing leaves by it until it is
 * changed or removed.
 */
export const UnreadableRoute = z.object({
  id: z.int(),
  /** Empty where it has none that can be read. */
  name: z.string(),
  version: z.int32(),
})
export type UnreadableRoute = z.infer<typeof UnreadableRoute>
