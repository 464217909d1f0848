import type { Locale } from '#kit/model/locale.ts'
import type { PushSubscription as Subscribed } from '../../contract/own-notices.ts'

/** What a person can be shown before anything is asked of the browser. */
export type PushPermission = 'unsupported' | NotificationPermission

export function pushPermission(): PushPermission {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return isSupported ? Notification.permission : 'unsupported'
}

/** The subscription that this browser has; null: none. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushPermission() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks the person, and then the browser's push service. Null: the person has not allowed it.
 * Rejects where the push service cannot be reached.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.ready
  // One by another key of the server would be in the way.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
}

/** What the server needs to send to it. */
export function describe(subscription: PushSubscription, language: Locale): Subscribed {
  const { endpoint, keys = {} } = subscription.toJSON()
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    language,
  }
}
