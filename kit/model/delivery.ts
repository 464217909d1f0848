import { z } from 'zod'

/** By which way something leaves for somebody outside. */
export const deliveryChannels = ['mail', 'webhook', 'push'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** `sent`: the other side has taken it. `failed`: it is tried no more. */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/**
 * Why something was not delivered. `refused`: the other side does not take it. `authentication`: it
 * does not accept our name and password. `insecure`: no connection with a certificate that counts.
 * `interrupted`: the server ended in the middle of it. `withdrawn`: what it was about may not be
 * sent any more. `blocked`: its address lies inside the own network. `full`: too much waited.
 */
export const deliveryFailures = [
  ...(['refused', 'authentication', 'insecure', 'unreachable', 'time_out'] as const),
  ...(['interrupted', 'withdrawn', 'blocked', 'not_set_up', 'full', 'defect'] as const),
] as const
export const DeliveryFailureReason = z.enum(deliveryFailures)
export type DeliveryFailureReason = z.infer<typeof DeliveryFailureReason>
