import type { DeliveryFailureReason } from '#kit/model/delivery.ts'

/** Characters that are kept of an answer of the other side. */
export const maximumDetailLength = 300

/** Something could not be delivered. */
export class DeliveryFailure extends Error {
  readonly reason: DeliveryFailureReason
  /** A further try would end the same. */
  readonly isFinal: boolean

  /** `detail`: what the other side has answered, or the system; shown to people. */
  constructor(reason: DeliveryFailureReason, detail: string, isFinal = false) {
    super(detail.replaceAll(/\s+/g, ' ').trim().slice(0, maximumDetailLength))
    this.name = 'DeliveryFailure'
    this.reason = reason
    this.isFinal = isFinal
  }
}
