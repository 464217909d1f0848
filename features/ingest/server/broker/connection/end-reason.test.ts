import { expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { endReason } from './end-reason.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

it.each([
  [new Error('connect did not arrive in time'), 'no CONNECT came in time'],
  [new Error('drain timeout'), 'did not read what it subscribed to'],
  [new Error('Invalid header flag bits'), 'Invalid header flag bits'],
  [new AppError('too_many_requests', 'too many bytes'), 'too many bytes'],
  [coded('WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'), expect.stringContaining('WebSocket message')],
  // Listed already, or of the network.
  [new AppError('store_unavailable', 'send it again'), null],
  [coded('ECONNRESET'), null],
  [Object.assign(new Error('bad user name'), { errorCode: 4 }), null],
  [new Error('keep alive timeout'), null],
  [new Error('Connection closed'), null],
  [new Error('Premature close'), null],
])('IN16 a connection that ended with %s is listed as %j', (error, reason) => {
  expect(endReason(error)).toEqual(reason)
})
