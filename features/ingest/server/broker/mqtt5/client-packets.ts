import { randomUUID } from 'node:crypto'
import type {
  IConnectPacket,
  IDisconnectPacket,
  IPublishPacket,
  ISubscribePacket,
  Packet,
} from 'mqtt-packet'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import { maximumPacketBytes } from '../../../contract/limits.ts'
import { reasonCodes } from './reason-codes.ts'

/** Refuses a packet of a client of MQTT 5, with the reason code that it gets. */
export class PacketError extends Error {
  readonly reasonCode: number

  constructor(reasonCode: number, reason: string) {
    super(reason)
    this.reasonCode = reasonCode
  }
}

/** A refusal as it is; what else went wrong is the packet that was malformed. */
export const asPacketError = (error: unknown) =>
  error instanceof PacketError
    ? error
    : new PacketError(reasonCodes.malformed, error instanceof Error ? error.message : String(error))

/** What of a CONNECT the answers to the client depend on. */
export interface ClientTerms {
  /** The identifier that it was given, having none; undefined when it has one. */
  readonly assignedIdentifier: string | undefined
  readonly keepalive: number
  /** It asked for a session that outlives its connection. */
  readonly wantsSession: boolean
  /** Whether it wants reasons with acknowledgements. */
  readonly wantsReasons: boolean
  /** The longest packet that it takes. */
  readonly maximumPacketSize: number
  /** How many messages of QoS 1 it takes before it acknowledges one. */
  readonly receiveMaximum: number
  /** For how many seconds its will means anything; undefined: for ever. */
  readonly willExpirySeconds: number | undefined
}

/** A client of MQTT 5 that says nothing of it takes as many as there are identifiers. */
const defaultReceiveMaximum = 65_535

export const noTerms: ClientTerms = {
  ...{ assignedIdentifier: undefined, keepalive: 0, wantsSession: false, wantsReasons: true },
  maximumPacketSize: Number.POSITIVE_INFINITY,
  ...{ receiveMaximum: defaultReceiveMaximum, willExpirySeconds: undefined },
}

export function termsOf({
  clientId,
  keepalive = 0,
  properties,
  will,
}: IConnectPacket): ClientTerms {
  const size: unknown = properties?.maximumPacketSize
  return {
    assignedIdentifier: clientId === '' ? randomUUID() : undefined,
    keepalive,
    wantsSession: (properties?.sessionExpiryInterval ?? 0) > 0,
    wantsReasons: properties?.requestProblemInformation !== false,
    maximumPacketSize: typeof size === 'number' && size > 0 ? size : Number.POSITIVE_INFINITY,
    receiveMaximum: properties?.receiveMaximum ?? defaultReceiveMaximum,
    willExpirySeconds: will?.properties?.messageExpiryInterval,
  }
}

/** A CONNECT as MQTT 3.1.1 has it. Throws `Unserved`. */
export function asFormerConnect(packet: IConnectPacket, terms: ClientTerms): IConnectPacket {
  const { clientId, keepalive = 0, username, password, will, properties } = packet
  if (properties?.authenticationMethod !== undefined)
    throw new PacketError(
      reasonCodes.badAuthenticationMethod,
      'asks for an authentication method; the ways in are name and password',
    )
  return {
    ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive },
    clientId: terms.assignedIdentifier ?? clientId,
    // MQTT 3.1.1 has no password without a name.
    ...(username === undefined && password === undefined ? {} : { username: username ?? '' }),
    ...(password === undefined ? {} : { password }),
    ...(will
      ? {
          will: {
            ...{ topic: will.topic, payload: will.payload },
            ...{ qos: will.qos ?? 0, retain: will.retain ?? false },
          },
        }
      : {}),
  }
}

/**
 * A PUBLISH as MQTT 3.1.1 has it. One that was shortened keeps a length that is refused, whatever
 * properties it had. Throws `Unserved`.
 */
export function asFormerPublish(packet: IPublishPacket): IPublishPacket {
  const { properties, topic, qos, dup, retain, messageId, length = 0 } = packet
  if (properties?.topicAlias !== undefined)
    throw new PacketError(
      reasonCodes.topicAliasInvalid,
      'uses topic aliases, which were not offered',
    )
  const payload =
    length >= maximumPacketBytes ? Buffer.alloc(maximumMessageBytes + 1) : packet.payload
  return {
    ...{ cmd: 'publish', topic, qos, dup, retain, payload },
    ...(messageId === undefined ? {} : { messageId }),
  }
}

/** A SUBSCRIBE as MQTT 3.1.1 has it, without its options. Throws `Unserved`. */
export function asFormerSubscribe(packet: ISubscribePacket): ISubscribePacket {
  const { subscriptions, messageId, properties } = packet
  if (properties?.subscriptionIdentifier !== undefined)
    throw new PacketError(
      reasonCodes.subscriptionIdentifiers,
      'uses subscription identifiers, which were not offered',
    )
  return {
    cmd: 'subscribe',
    subscriptions: subscriptions.map(({ topic, qos }) => ({ topic, qos })),
    ...(messageId === undefined ? {} : { messageId }),
  }
}

/** Refuses a DISCONNECT that asks for a session which the CONNECT did not (3.14.2.2.2). */
export function assertEnd({ properties }: IDisconnectPacket, { wantsSession }: ClientTerms): void {
  if (!wantsSession && (properties?.sessionExpiryInterval ?? 0) > 0)
    throw new PacketError(
      reasonCodes.protocolError,
      'asks for a session beyond its end, which its CONNECT did not',
    )
}

/** A packet that MQTT 3.1.1 has with its identifier alone. */
export const withIdentifier = ({ cmd, messageId }: Packet): Packet => ({ cmd, messageId }) as Packet
