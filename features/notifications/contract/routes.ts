import { z } from 'zod'
import { deliveryChannels, DeliveryFailureReason, DeliveryState } from '#kit/model/delivery.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { administratorGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Area, NotificationRoute, RouteDefinition, UnreadableRoute } from './notification-route.ts'

const RouteId = z.object({ id: z.coerce.number().pipe(z.int().min(1).max(2_147_483_647)) })

/** A notice on its way, or looked back at; moments in ms UTC. */
export const NoticeDelivery = z.object({
  id: z.uuid(),
  /** null: its route is gone. */
  routeId: z.int(),
  channel: z.enum(deliveryChannels),
  target: z.string(),
  state: DeliveryState,
  failure: DeliveryFailureReason.nullable(),
  attempts: z.int(),
  /** What the other side answered last. */
  detail: z.string(),
  createdAt: z.number(),
  nextAt: z.number().nullable(),
  endedAt: z.number().nullable(),
})
export type NoticeDelivery = z.infer<typeof NoticeDelivery>

/** A route, and the secret of its webhook when it was made just now: it is shown once. */
const SavedRoute = z.object({ route: NotificationRoute, secret: z.string().nullable() })

export const listNotificationRoutes = defineRoute({
  method: 'GET',
  path: '/api/notification-routes',
  summary: 'By which routes people outside are notified of alarms, and the last 200 notices',
  gate: administratorGate,
  reply: dataOf(
    z.object({
      routes: z.array(NotificationRoute),
      unreadable: z.array(UnreadableRoute),
      deliveries: z.array(NoticeDelivery),
      /** Whether a mail server is set. */
      hasMail: z.boolean(),
      shifts: z.array(z.string()),
      /** Every site, zone and product that a device has. */
      areas: z.array(Area),
      /** Every role, by name. */
      roles: z.array(z.string()),
    }),
  ),
})

export const addNotificationRoute = defineRoute({
  method: 'POST',
  path: '/api/notification-routes',
  summary: 'Adds a route; that of a webhook is answered with the secret that signs it, once',
  isMadeOnce: true,
  gate: administratorGate,
  body: RouteDefinition,
  reply: dataOf(SavedRoute),
})

export const changeNotificationRoute = defineRoute({
  method: 'PUT',
  path: '/api/notification-routes/:id',
  summary: 'Changes a route; another address of a webhook has a new secret, answered once',
  isMadeOnce: true,
  gate: administratorGate,
  params: RouteId,
  body: RouteDefinition.extend({ version: z.int32() }),
  reply: dataOf(SavedRoute),
})

export const testNotificationRoute = defineRoute({
  method: 'POST',
  path: '/api/notification-routes/:id/test',
  summary: 'Sends a test by a route, whether it is enabled or not',
  gate: administratorGate,
  params: RouteId,
})

export const removeNotificationRoute = defineRoute({
  method: 'DELETE',
  path: '/api/notification-routes/:id',
  summary: 'Removes a route; nothing more leaves by it',
  gate: administratorGate,
  params: RouteId,
})
