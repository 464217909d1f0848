import type { Packet } from 'mqtt-packet'
import { PacketError } from './client-packets.ts'
import { reasonCodes } from './reason-codes.ts'

/** What a client may say beside each packet (MQTT 5.0, 2.2.2.2). */
const reasons = ['reasonString', 'userProperties']
const allowed: Readonly<Record<string, readonly string[]>> = {
  connect: [
    ...['sessionExpiryInterval', 'receiveMaximum', 'maximumPacketSize', 'topicAliasMaximum'],
    ...['requestResponseInformation', 'requestProblemInformation', 'userProperties'],
    ...['authenticationMethod', 'authenticationData'],
  ],
  will: [
    ...['willDelayInterval', 'payloadFormatIndicator', 'messageExpiryInterval', 'contentType'],
    ...['responseTopic', 'correlationData', 'userProperties'],
  ],
  publish: [
    ...['payloadFormatIndicator', 'messageExpiryInterval', 'topicAlias', 'responseTopic'],
    ...['correlationData', 'contentType', 'userProperties'],
  ],
  ...{ puback: reasons, pubrec: reasons, pubrel: reasons, pubcomp: reasons },
  subscribe: ['subscriptionIdentifier', 'userProperties'],
  unsubscribe: ['userProperties'],
  disconnect: ['sessionExpiryInterval', ...reasons],
  auth: ['authenticationMethod', 'authenticationData', ...reasons],
}
const wildcards = /[#+]/

/** Whether a filter asks for messages that several clients share. */
export const isShared = (filter: string): boolean => filter.startsWith('$share/')

type Properties = Readonly<Record<string, unknown>>

interface Filters {
  readonly subscriptions?: readonly { readonly topic: string; readonly nl?: boolean }[]
  readonly unsubscriptions?: readonly string[]
}

/** Refuses what MQTT 5 calls an error and its parser takes. Throws `Unserved`. */
export function assertProtocol(packet: Packet): void {
  const properties = checkedProperties(packet.cmd, packet as { properties?: Properties })
  if (packet.cmd === 'connect') {
    for (const name of ['receiveMaximum', 'maximumPacketSize'])
      if (properties[name] === 0) throw protocolError(`has a ${name} of 0`)
    if (properties['authenticationData'] !== undefined && !properties['authenticationMethod'])
      throw protocolError('has authenticationData without an authenticationMethod')
    if (packet.will) checkMessage(checkedProperties('will', packet.will), packet.will.topic)
  }
  if (packet.cmd === 'publish') {
    if (packet.topic === '' && properties['topicAlias'] === undefined)
      throw protocolError('has neither a topic nor an alias of one')
    checkMessage(properties, packet.topic)
  }
  const { subscriptions, unsubscriptions } = packet as Filters
  for (const filter of subscriptions?.map(({ topic }) => topic) ?? unsubscriptions ?? [])
    if (!isFilter(filter))
      throw new PacketError(
        reasonCodes.malformed,
        `names ${JSON.stringify(filter.slice(0, 60))}, which is no topic filter`,
      )
  if (subscriptions?.length === 0) throw protocolError('names no topic')
  if (subscriptions?.some(({ topic, nl }) => isShared(topic) && nl === true))
    throw protocolError('wants none of its own messages of a shared subscription')
}

function checkedProperties(name: string, { properties = {} }: { properties?: Properties }) {
  for (const [key, value] of Object.entries(properties)) {
    if (allowed[name]?.includes(key) !== true)
      throw new PacketError(reasonCodes.malformed, `has ${key}, which no such packet has`)
    if (Array.isArray(value)) throw protocolError(`has ${key} more than once`)
  }
  return properties
}

/** Of a PUBLISH or a will. */
function checkMessage({ responseTopic }: Properties, topic: string): void {
  if (wildcards.test(topic))
    throw new PacketError(reasonCodes.malformed, 'publishes to a topic with a wildcard')
  if (typeof responseTopic === 'string' && wildcards.test(responseTopic))
    throw protocolError('has a responseTopic with a wildcard')
}

/** Whether each wildcard is a level of its own, and # the last one (4.7.1). */
const isFilter = (filter: string) =>
  filter !== '' &&
  filter
    .split('/')
    .every(
      (level, index, { length }) =>
        level === '+' || (level === '#' && index === length - 1) || !wildcards.test(level),
    )

const protocolError = (reason: string) => new PacketError(reasonCodes.protocolError, reason)
