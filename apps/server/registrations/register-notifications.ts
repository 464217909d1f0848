import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { alarmNotices } from '#features/alarms/server/index.ts'
import { notificationsPlugin } from '#features/notifications/server/index.ts'
import { readShifts } from '#features/shifts/server/shifts-store.ts'
import { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import type { Dependencies } from '../app.ts'
import { recordAudit } from '../audit.ts'
import type { DeliveryServices } from '../deliveries.ts'

/** Push services ask for an address of the web or of mail; some take no plain http. */
const subjectOf = (address: string): string =>
  address.startsWith('https:') ? address : 'mailto:warroom@localhost.localdomain'

/** Who outside is notified of alarms. */
export async function registerNotifications(
  app: FastifyInstance,
  dependencies: Dependencies,
  { outbox, siteAddress }: DeliveryServices,
): Promise<void> {
  const { config, engines, data, bus, clock, keyring, log, pushGuard } = dependencies
  const { sql } = engines
  const { catalogue } = data
  const { timezone, name: siteName } = config.site
  await app.register(
    notificationsPlugin({
      ...{ sql, bus, clock, log, catalogue, outbox, keyring, siteAddress, siteName, timezone },
      ...{ notices: alarmNotices, shifts: readShifts, audit: recordAudit },
      ...{ accounts, vapidSecret: config.vapid.secret },
      vapidSubject: () => config.vapid.subject ?? subjectOf(siteAddress()),
      guard: new TargetGuard(config.webhookNetworks),
      pushGuard,
    }),
  )
}
