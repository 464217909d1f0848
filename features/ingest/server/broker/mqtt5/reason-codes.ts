import type { Receipt } from '../../mqtt/device-messages.ts'

/** Reason codes of MQTT 5 that are answered here. */
export const reasonCodes = {
  success: 0x00,
  withWill: 0x04,
  noSubscription: 0x11,
  malformed: 0x81,
  protocolError: 0x82,
  implementationError: 0x83,
  unsupportedVersion: 0x84,
  identifierNotValid: 0x85,
  badCredentials: 0x86,
  notAuthorised: 0x87,
  unavailable: 0x88,
  busy: 0x89,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  identifierNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadInvalid: 0x99,
  sharedSubscriptions: 0x9e,
  subscriptionIdentifiers: 0xa1,
} as const

/** The reason code for a return code of a CONNACK of MQTT 3.1.1. */
export function connackReasonCode(returnCode: number): number {
  const codes = [
    reasonCodes.success,
    reasonCodes.unsupportedVersion,
    reasonCodes.identifierNotValid,
    reasonCodes.unavailable,
    reasonCodes.badCredentials,
    reasonCodes.notAuthorised,
  ]
  return codes[returnCode] ?? reasonCodes.implementationError
}

/** How a message that was dealt with is acknowledged. */
export interface Acknowledgement {
  readonly reasonCode: number
  readonly text: string
}

const maximumTextLength = 500
const named = 3

/** What the acknowledgement of a message says of what was refused; null when nothing was. */
export function acknowledgementOf({ isRefused, problems }: Receipt): Acknowledgement | null {
  const [first] = problems
  if (!first) return null
  const more = problems.length > named ? `; ${problems.length - named} more` : ''
  const listed = problems.slice(0, named).map(({ field, reason }) => `${field}: ${reason}`)
  const text = listed.join('; ').slice(0, maximumTextLength) + more
  return { text, reasonCode: isRefused ? refusalCode(first) : reasonCodes.success }
}

function refusalCode({ field, reason }: Receipt['problems'][number]): number {
  if (field === 'topic' || field === 'lesiId') return reasonCodes.notAuthorised
  if (reason.startsWith('internal error')) return reasonCodes.implementationError
  // "Packet too large" is for DISCONNECT alone: clients end on an acknowledgement that has it.
  return field === 'document' && reason.startsWith('has more than')
    ? reasonCodes.quotaExceeded
    : reasonCodes.payloadInvalid
}
