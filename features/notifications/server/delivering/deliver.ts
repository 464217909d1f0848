import type { Transaction } from 'kysely'
import type { NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { endOfQuiet } from '../../contract/due.ts'
import { insertHeld, type HeldNotice } from '../notices-store.ts'
import { openDevices, peopleOf } from '../people/receivers.ts'
import { readQuietHours } from '../people/quiet-hours-store.ts'
import { pushDelivery } from '../push/push-content.ts'
import { readBrowsers } from '../push/push-store.ts'
import type { StoredRoute } from '../routes-store.ts'
import type { NotifierServices } from './alarm-notifier.ts'
import { byUrgency, deliveriesOf, sourceOf } from './message.ts'

type Alarms = readonly NoticedAlarm[]

interface Delivering {
  readonly services: NotifierServices
  /** That of the notices: both are stored, or neither. */
  readonly transaction: Transaction<DB>
  readonly route: StoredRoute
}

/**
 * Stores the messages of a route about alarms. Of people who have quiet hours now it is held until
 * their end, but for priority 1 where they want that. No alarms: a test, which comes at any hour.
 */
export async function deliverBy(by: Delivering, alarms: Alarms): Promise<void> {
  const { services, transaction, route } = by
  const { target } = route
  if (target.kind === 'webhook') {
    const deliveries = deliveriesOf(services, route, alarms, services.clock())
    await services.outbox.add(transaction, deliveries)
    return
  }
  const isTest = alarms.length === 0
  const ids = await idsOf(by)
  const parts = await partsOf(by, [...ids.keys()], alarms)
  for (const [userId, recipients] of ids) {
    const now = parts.get(userId) ?? alarms
    if (now.length > 0 || isTest) await deliverTo(by, userId, recipients, now)
  }
  // Addresses that are nobody's account.
  if (target.kind === 'mail') {
    const known = new Set([...ids.values()].flat())
    await mailTo(
      by,
      target.recipients.filter((recipient) => !known.has(recipient)),
      alarms,
    )
  }
}

/** An escalation is for what is there still, and what nobody has acknowledged. */
export function isNeeded({ afterMinutes }: StoredRoute, alarm: NoticedAlarm): boolean {
  return afterMinutes === 0 || (alarm.isShown && !alarm.isAcknowledged && alarm.returnedAt === null)
}

/**
 * Gives one person what was held, as far as it is still there for somebody to see to. Where quiet
 * hours are there again, or still, it is held on.
 */
export async function deliverHeld(by: Delivering, userId: number, alarms: Alarms): Promise<void> {
  const shown = alarms.filter(
    (alarm) => alarm.isShown && !alarm.isAcknowledged && isNeeded(by.route, alarm),
  )
  const recipients = (await idsOf(by)).get(userId)
  if (shown.length === 0 || !recipients) return
  const now = (await partsOf(by, [userId], shown)).get(userId) ?? shown
  if (now.length > 0) await deliverTo(by, userId, recipients, now)
}

/** The people of a route, each with the addresses by which it names them. */
async function idsOf({ services, transaction, route }: Delivering) {
  const { target } = route
  const byId = new Map<number, string[]>()
  if (target.kind === 'push')
    for (const id of await peopleOf(services, transaction, target)) byId.set(id, [])
  if (target.kind === 'mail')
    for (const [email, id] of await services.accounts.idsByEmail(transaction, target.recipients))
      byId.set(id, [...(byId.get(id) ?? []), email])
  return byId
}

/** What each of those who have quiet hours gets now; the rest of it is stored as held. */
async function partsOf(
  { services: { clock, timezone }, transaction, route }: Delivering,
  people: readonly number[],
  alarms: Alarms,
): Promise<ReadonlyMap<number, Alarms>> {
  const now = clock()
  const parts = new Map<number, Alarms>()
  const held: HeldNotice[] = []
  for (const [userId, hours] of await readQuietHours(transaction, people)) {
    const dueAt = hours.quiet === null ? now : endOfQuiet(hours.quiet, timezone, now)
    if (dueAt <= now) continue
    const isNow = ({ priority }: NoticedAlarm) => hours.isUrgentAllowed && priority === 1
    parts.set(userId, alarms.filter(isNow))
    for (const alarm of alarms)
      if (!isNow(alarm)) held.push({ routeId: route.id, userId, alarmId: alarm.id, dueAt })
  }
  await insertHeld(transaction, held)
  return parts
}

async function deliverTo(
  by: Delivering,
  userId: number,
  recipients: readonly string[],
  alarms: Alarms,
): Promise<void> {
  if (by.route.target.kind === 'push') await pushTo(by, userId, alarms)
  else await mailTo(by, recipients, alarms)
}

async function mailTo(
  { services, transaction, route }: Delivering,
  recipients: readonly string[],
  alarms: Alarms,
): Promise<void> {
  if (recipients.length === 0) return
  const own = { ...route, target: { kind: 'mail' as const, recipients: [...recipients] } }
  const deliveries = deliveriesOf(services, own, alarms, services.clock())
  await services.outbox.add(transaction, deliveries)
}

/** To each browser of a person what is open to that person. */
async function pushTo(
  { services, transaction, route }: Delivering,
  userId: number,
  alarms: Alarms,
): Promise<void> {
  const { accounts, outbox } = services
  const devices = await openDevices(services, transaction, userId)
  const open = alarms.filter(({ deviceId }) => devices?.has(deviceId)).toSorted(byUrgency)
  if (!devices || (open.length === 0 && alarms.length > 0)) return
  const email = (await accounts.person(transaction, userId))?.email ?? ''
  const browsers = await readBrowsers(transaction, [userId])
  const about = { routeId: route.id, alarms: open }
  await outbox.add(
    transaction,
    browsers.map((browser) => pushDelivery(browser, email, sourceOf(route.id), about)),
  )
}
