import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerOwnNotices, type OwnServices } from './calls/own-handlers.ts'
import { registerNotificationRoutes } from './calls/route-handlers.ts'
import { AlarmNotifier } from './delivering/alarm-notifier.ts'
import { createWebhookSender } from './delivering/webhook-sender.ts'
import { createPushSender } from './push/push-sender.ts'
import { serverKeys } from './push/server-keys.ts'
import { resealRouteSecrets } from './reseal-secrets.ts'

export { startNoticeExpiry } from './notice-expiry.ts'
export { renameRoleInRoutes, renameShiftsInRoutes } from './renamed.ts'

interface NotificationServices extends OwnServices {
  /** The private key of `VAPID_PRIVATE_KEY`; null: the server makes one, once. */
  readonly vapidSecret: Buffer | null
  /** Whom a push service may write to. */
  readonly vapidSubject: () => string
}

/** Notices of alarms for people outside, and the calls about their routes. */
export function notificationsPlugin(services: NotificationServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => {
    const notifier = new AlarmNotifier(services)
    await resealRouteSecrets(services)
    const own = await serverKeys(services)
    const keys = () => own
    services.outbox.setSender('webhook', createWebhookSender(services))
    services.outbox.setSender('push', createPushSender({ ...services, keys }))
    app.addHook('onReady', () => notifier.open())
    app.addHook('onClose', () => notifier.close())
    registerNotificationRoutes(app, services)
    registerOwnNotices(app, services, keys)
  }
  return fastifyPlugin(register, {
    name: 'notifications',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
