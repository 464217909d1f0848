import { AppError } from '#kit/model/calls/errors.ts'

const words: Readonly<Record<string, string>> = {
  'connect did not arrive in time': 'no CONNECT came in time',
  'drain timeout': 'did not read what it subscribed to',
}

/**
 * Why the broker ended a connection, where the sender should learn of it; null for what the network
 * or the sender did, and for what has been listed already.
 */
export function endReason(error: Error): string | null {
  if (error instanceof AppError) return error.code === 'too_many_requests' ? error.message : null
  if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return 'a WebSocket message is too long; put fewer bytes of MQTT into each'
  if ('code' in error || 'errorCode' in error) return null
  const text = words[error.message]
  if (text !== undefined) return text
  return /closed|keep alive timeout|premature/i.test(error.message) ? null : error.message
}
