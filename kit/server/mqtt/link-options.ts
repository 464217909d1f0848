import type { IClientSubscribeOptions } from 'mqtt'
import type { Logger } from 'pino'

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

/** What the broker keeps for those who subscribe later. */
export interface RetainedMessage {
  readonly topic: string
  readonly payload: string | Buffer
}

/** PEM texts for TLS; without `ca` the authorities of the system vouch for the broker. */
export interface TlsOptions {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** A message that means something for a time only. */
export interface ExpiringMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly properties: { readonly messageExpiryInterval: number }
}

export interface LinkOptions {
  readonly url: string
  /** Instead of those in the URL. */
  readonly username?: string
  readonly password?: string
  readonly tls?: TlsOptions
  readonly clientId: string
  /** A broker that does not speak 5 is spoken to in 4 (MQTT 3.1.1). */
  readonly protocolVersion: 4 | 5
  readonly subscriptions: Record<string, IClientSubscribeOptions>
  /** Those that the broker may refuse. */
  readonly optionalSubscriptions?: Readonly<Record<string, IClientSubscribeOptions>>
  /** The session ends with its connection: what comes meanwhile is lost. */
  readonly isClean?: boolean
  /** What the broker publishes when a connection is lost: asked for at each one. */
  readonly will?: () => RetainedMessage
  readonly logger: Pick<Logger, 'info' | 'warn'>
  /** Resolves when the next message may be taken. */
  onDelivery(delivery: Delivery): Promise<void>
  /** Why no messages come, or null: they do. */
  onProblem?(problem: string | null): void
  /** The broker hands messages over from now on. */
  onReady?(): void
  /** The connection is gone, and with it everything that was not acknowledged. */
  onLost(): void
}
