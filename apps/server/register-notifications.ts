import type { FastifyInstance } from 'fastify'
import { alarmNotices } from '#features/alarms/server/index.ts'
import { notificationsPlugin } from '#features/notifications/server/index.ts'
import { readShifts } from '#features/shifts/server/shifts-store.ts'
import { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import type { Dependencies } from './app.ts'
import { recordAudit } from './audit.ts'
import type { Outward } from './deliveries.ts'

/** Who outside is notified of alarms. */
export async function registerNotifications(
  app: FastifyInstance,
  { config, engines: { sql }, data: { catalogue }, bus, clock, keyring, log }: Dependencies,
  { outbox, siteAddress }: Outward,
): Promise<void> {
  const { timezone, name: siteName } = config.site
  await app.register(
    notificationsPlugin({
      ...{ sql, bus, clock, log, catalogue, outbox, keyring, siteAddress, siteName, timezone },
      ...{ notices: alarmNotices, shifts: readShifts, audit: recordAudit },
      guard: new TargetGuard(config.webhookNetworks),
    }),
  )
}
