import type { DeliveryChannel } from '#kit/model/delivery.ts'

/** What is to be delivered, before it is stored. */
export interface NewDelivery {
  readonly channel: DeliveryChannel
  /** What it belongs to, such as `export-schedule 12`: by it deliveries are found again. */
  readonly source: string
  /** On whose behalf: it goes with this account. Null: nobody's. */
  readonly userId: number | null
  /** Where it goes, as people are shown it: an address without anything secret. */
  readonly target: string
  /** What the sender of the channel needs: JSON without a secret. */
  readonly content: object
}

/** What is delivered now. */
export interface Delivery extends Omit<NewDelivery, 'content'> {
  /** The same at every attempt: by it the other side can recognise a repetition. */
  readonly id: string
  readonly content: unknown
  /** Counted from 1. */
  readonly attempt: number
  /** ms UTC */
  readonly createdAt: number
}

/**
 * Delivers by one channel; resolves when the other side has taken it, with what that has answered.
 * Rejects with a `DeliveryFailure`; anything else counts as a defect. Called at most once for an
 * attempt.
 */
export type Sender = (delivery: Delivery, signal: AbortSignal) => Promise<string>
