import type { TargetGuard } from '../webhooks/target-guard.ts'
import { post } from '../webhooks/post.ts'
import { encryptPush, type PushKeys } from './encrypt.ts'
import { vapidHeader, type VapidKeys } from './vapid.ts'

/** Where one browser of one person is reached. */
export interface PushAddress extends PushKeys {
  /** At its push service; who has it can be sent to by this server alone. */
  readonly endpoint: string
}

export interface PushMessage {
  /** At most 3 KB as JSON. */
  readonly payload: object
  /** How long the push service keeps it for a browser that is off, s. */
  readonly lifetimeSeconds: number
  readonly urgency: 'low' | 'normal' | 'high'
  /** A later message of the same topic takes the place of one that still waits. */
  readonly topic: string
}

interface Sending {
  readonly vapid: VapidKeys
  /** Whom the push service may write to. */
  readonly subject: string
  readonly guard: TargetGuard
  /** ms UTC */
  readonly now: number
}

/** The push service says that there is no such browser any more. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410])

/**
 * Gives a message to the push service of a browser (RFC 8030). Resolves with its answer; rejects
 * with `DeliveryFailure` as `post` does. `onGone` is called when the browser is not there any more.
 */
export function postPush(
  { endpoint, ...keys }: PushAddress,
  { payload, lifetimeSeconds, urgency, topic }: PushMessage,
  { vapid, subject, guard, now }: Sending,
  signal: AbortSignal,
  onGone: () => void,
): Promise<string> {
  const headers = {
    authorization: vapidHeader(vapid, { endpoint, subject, now }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ...{ ttl: String(lifetimeSeconds), urgency, topic },
  }
  const body = encryptPush(Buffer.from(JSON.stringify(payload)), keys)
  return post({ url: endpoint, headers, body }, guard, signal, (status) => {
    if (goneStatuses.has(status)) onGone()
  })
}
