import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '#kit/server/clock.ts'
import { DeliveryFailure } from '#kit/server/deliveries/delivery-failure.ts'
import type { Sender } from '#kit/server/deliveries/delivery.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { postSigned } from '#kit/server/webhooks/post-signed.ts'
import type { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import { readRoute } from '../routes-store.ts'

const WebhookContent = z.object({ routeId: z.int(), body: z.record(z.string(), z.unknown()) })

/** With another purpose a secret does not open. */
export const purposeOf = (routeId: number): string => `notification route ${routeId}`

interface Services {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly keyring: Keyring
  readonly guard: TargetGuard
}

/** Sends to the address that the route has now, signed with its secret. */
export function createWebhookSender({ sql, clock, keyring, guard }: Services): Sender {
  return async ({ id, content }, signal) => {
    const { routeId, body } = WebhookContent.parse(content)
    const route = await readRoute(sql, routeId)
    if (route?.target === null)
      throw new DeliveryFailure('defect', 'its route can not be read', true)
    if (route?.target.kind !== 'webhook') throw new DeliveryFailure('withdrawn', '', true)
    const secret = route.secret && keyring.open(route.secret, purposeOf(routeId))
    if (!secret) throw new DeliveryFailure('defect', 'its secret can not be read', true)
    const message = { url: route.target.url, secret: secret.toString('utf8'), id, at: clock() }
    return postSigned({ ...message, body: JSON.stringify({ id, ...body }) }, guard, signal)
  }
}
