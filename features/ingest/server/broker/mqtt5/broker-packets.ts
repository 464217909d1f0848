import type { IConnackPacket, ISubackPacket, Packet } from 'mqtt-packet'
import {
  maximumKeepAliveSeconds,
  maximumPacketBytes,
  maximumUnreleasedMessages,
} from '../../../contract/limits.ts'
import type { ClientTerms } from './client-packets.ts'
import { connackReasonCode, reasonCodes, type Acknowledgement } from './reason-codes.ts'

const refusedGrant = 0x80

/** A CONNACK with what the client may do. */
export function asConnack(
  { returnCode = 0 }: IConnackPacket,
  terms: ClientTerms,
  reason: string | undefined,
): Packet {
  const { assignedIdentifier, keepalive, wantsSession } = terms
  const reasonCode = connackReasonCode(returnCode)
  const offers = {
    receiveMaximum: maximumUnreleasedMessages,
    maximumPacketSize: maximumPacketBytes,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    ...(wantsSession ? { sessionExpiryInterval: 0 } : {}),
    ...(keepalive === 0 ? { serverKeepAlive: maximumKeepAliveSeconds } : {}),
    ...(assignedIdentifier === undefined ? {} : { assignedClientIdentifier: assignedIdentifier }),
  }
  const properties =
    returnCode === 0 ? offers : reason === undefined ? {} : { reasonString: reason }
  return { cmd: 'connack', sessionPresent: false, reasonCode, properties }
}

/** A PUBACK or PUBREC with what was refused of the message. */
export function asAcknowledgement(
  { cmd, messageId }: Packet,
  acknowledgement: Acknowledgement | undefined,
  { wantsReasons }: ClientTerms,
): Packet {
  const { reasonCode, text } = acknowledgement ?? { reasonCode: reasonCodes.success, text: '' }
  return {
    ...{ cmd, messageId, reasonCode },
    ...(wantsReasons && text !== '' ? { properties: { reasonString: text } } : {}),
  } as Packet
}

/** A SUBACK that says of each filter that was refused whether a shared subscription was meant. */
export function asSuback(
  { messageId, granted }: ISubackPacket,
  areShared: readonly boolean[],
): Packet {
  const refusalOf = (index: number) =>
    areShared[index] === true ? reasonCodes.sharedSubscriptions : reasonCodes.notAuthorised
  return {
    ...{ cmd: 'suback', messageId },
    granted: granted.map((code, index) =>
      Number(code) >= refusedGrant ? refusalOf(index) : Number(code),
    ),
  } as Packet
}

/** An UNSUBACK with a code for each filter, whether there was a subscription. */
export const asUnsuback = (messageId: number, wereThere: readonly boolean[]): Packet => ({
  ...{ cmd: 'unsuback', messageId },
  granted: wereThere.map((was) => (was ? reasonCodes.success : reasonCodes.noSubscription)),
})
