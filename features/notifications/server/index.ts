import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerNotificationRoutes, type RouteServices } from './calls/route-handlers.ts'
import { AlarmNotifier } from './delivering/alarm-notifier.ts'
import { createWebhookSender } from './delivering/webhook-sender.ts'

/** Notices of alarms for people outside, and the calls about their routes. */
export function notificationsPlugin(services: RouteServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => {
    const notifier = new AlarmNotifier(services)
    services.outbox.setSender('webhook', createWebhookSender(services))
    app.addHook('onReady', () => notifier.open())
    app.addHook('onClose', () => notifier.close())
    registerNotificationRoutes(app, services)
  }
  return fastifyPlugin(register, {
    name: 'notifications',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
