import type { Kysely } from 'kysely'
import type { Accounts } from '#kit/server/accounts.ts'
import { DeliveryFailure } from '#kit/server/deliveries/delivery-failure.ts'
import type { Sender } from '#kit/server/deliveries/delivery.ts'
import type { NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { postPush } from '#kit/server/push/post-push.ts'
import type { VapidKeys } from '#kit/server/push/vapid.ts'
import type { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import type { NotifierServices } from '../delivering/alarm-notifier.ts'
import { byUrgency } from '../delivering/message.ts'
import { isReceiver, openDevices } from '../people/receivers.ts'
import { payloadOf, PushContent } from './push-content.ts'
import { deleteBrowser, readBrowser, writeDelivered, type StoredBrowser } from './push-store.ts'

/** An alarm that is older when a browser comes back is no news. */
const lifetimeSeconds = 4 * 3_600
/** By priority, from 1. */
const urgencies = ['high', 'normal', 'low'] as const

interface Services extends NotifierServices {
  readonly accounts: Accounts
  /** Where push services may lie. */
  readonly pushGuard: TargetGuard
  readonly keys: () => VapidKeys
  /** Whom a push service may write to. */
  readonly vapidSubject: () => string
}

/**
 * Sends to a browser what is open to its person at that moment, as long as its route leads to that
 * person. One that is gone is removed, and so is what it is sent.
 */
export function createPushSender(services: Services): Sender {
  const { sql, accounts, clock, pushGuard: guard, keys, vapidSubject } = services
  return async ({ content }, signal) => {
    const { browserId, routeId, alarmIds, count } = PushContent.parse(content)
    const browser = await readBrowser(sql, browserId)
    if (!browser) throw withdrawn()
    const { userId } = browser
    if (routeId !== null && !(await isReceiver(services, sql, { routeId, userId })))
      throw withdrawn()
    const alarms = await openAlarms(services, sql, browser, alarmIds)
    if (!alarms || (alarmIds.length > 0 && alarms.length === 0)) throw withdrawn()
    const language = (await accounts.language(sql, userId)) ?? browser.language
    // Those that were not named are not counted where one of the named is not open any more.
    const shown = alarms.length < alarmIds.length ? alarms.length : count
    const payload = payloadOf(services, {
      ...{ routeId, alarms, count: shown, language, now: clock() },
    })
    const urgent = alarms.find(({ isAcknowledged }) => !isAcknowledged)
    const urgency = urgencies[(urgent?.priority ?? 3) - 1] ?? 'low'
    const message = { payload, lifetimeSeconds, urgency, topic: payload.tag }
    const sending = { vapid: keys(), subject: vapidSubject(), guard, now: clock() }
    let isGone = false
    try {
      const answer = await postPush(browser, message, sending, signal, () => (isGone = true))
      await writeDelivered(sql, browser.id, clock())
      return answer
    } catch (error) {
      if (isGone) await deleteBrowser(sql, browser.id)
      throw error
    }
  }
}

const withdrawn = () => new DeliveryFailure('withdrawn', '', true)

/** The most urgent first; null: nothing is open to the person any more. */
async function openAlarms(
  { accounts, catalogue, notices }: Services,
  sql: Kysely<DB>,
  { userId }: StoredBrowser,
  ids: readonly number[],
): Promise<readonly NoticedAlarm[] | null> {
  const devices = await openDevices({ accounts, catalogue }, sql, userId)
  if (!devices) return null
  const alarms = [...(await notices.alarms(sql, ids)).values()]
  return alarms.filter(({ deviceId }) => devices.has(deviceId)).toSorted(byUrgency)
}
