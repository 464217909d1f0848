import type { ISubscriptionMap } from 'mqtt'
import type { Logger } from 'pino'
import type { HostMessage } from '../sparkplug/host-messages.ts'

/** One message as the broker handed it over. */
export interface Delivery {
  readonly topic: string
  readonly payload: Buffer
  /** Sent because of the subscription, from before it. */
  readonly retained: boolean
  /** Whether the connection that brought it is still there; otherwise the broker sends it again. */
  isCurrent(): boolean
  /** Takes it off the broker. Nothing when the connection is gone. */
  acknowledge(): void
}

export interface LinkOptions {
  readonly url: string
  readonly clientId: string
  /** A broker that does not speak 5 is spoken to in 4 (MQTT 3.1.1). */
  readonly protocolVersion: 4 | 5
  readonly subscriptions: ISubscriptionMap
  /** What the broker publishes when the connection is lost. */
  readonly will?: HostMessage
  readonly logger: Logger
  /** Resolves when the next message may be taken. */
  onDelivery(delivery: Delivery): Promise<void>
  /** The broker hands messages over from now on. */
  onReady?(): void
  /** The connection is gone, and with it everything that was not acknowledged. */
  onLost(): void
}
