import { randomUUID } from 'node:crypto'
import type { ConnectPacket } from 'aedes'
import {
  maximumKeepAliveSeconds,
  maximumClientIdLength,
  maximumWillBytes,
} from '../../../contract/limits.ts'
import type { ConnectProblem } from '../device-connection.ts'

const identifierRejected = 2
const notAuthorised = 5

/** What of a CONNECT the connection needs to have. */
export interface Connect {
  readonly willBytes: number
  /** What is wrong with it besides its credentials. */
  readonly problem: ConnectProblem | null
}

/** Bounds what the broker stores of a CONNECT, and finds what its CONNACK has to refuse. */
export function prepareConnect(packet: ConnectPacket): Connect {
  const { clientId, will, clean } = packet
  // Without a client id each connection is its own (3.1.3.1).
  packet.clientId = clientId.slice(0, maximumClientIdLength) || randomUUID()
  // No session outlives its connection: readings sent again are recognised by themselves, and
  // nothing is stored for the absent.
  packet.clean = true
  // Without a keep-alive of its own a client gets the longest one: a lost connection is found then.
  if (!packet.keepalive) packet.keepalive = maximumKeepAliveSeconds
  // A copy: the payload is a part of all that was read at once.
  if (will) will.payload = Buffer.from(will.payload)
  const willBytes = will ? will.topic.length + will.payload.length : 0
  if (clientId === '' && clean === false) return { willBytes, problem: noIdentifier }
  return { willBytes, problem: problemOf(clientId.length, willBytes) }
}

/** Only a session that ends with its connection needs no name (MQTT 3.1.1, 3.1.3.1). */
const noIdentifier: ConnectProblem = {
  field: 'client id',
  reason: 'is empty, which it may be with clean_session=true alone',
  returnCode: identifierRejected,
}

function problemOf(clientIdLength: number, willBytes: number): ConnectProblem | null {
  if (clientIdLength > maximumClientIdLength)
    return {
      field: 'client id',
      reason: `has ${clientIdLength} characters; ${maximumClientIdLength} are allowed`,
      returnCode: identifierRejected,
    }
  if (willBytes > maximumWillBytes)
    return {
      field: 'will',
      reason: `has ${willBytes} bytes; ${maximumWillBytes} are allowed`,
      returnCode: notAuthorised,
    }
  return null
}
