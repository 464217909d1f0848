import { isObject } from '#kit/server/documents/document-value.ts'
import type { Receipt } from '../mqtt/device-messages.ts'
import { readMessage } from '#kit/server/documents/document-text.ts'

const badRequest = 400
const maximumTokenLength = 64

/** What the shadow service answers to an update, and where below the device's shadow. */
export interface ShadowAnswer {
  readonly topic: string
  readonly payload: Buffer
}

/** The answer to an update that was dealt with: accepted, also in parts, or rejected. */
export function shadowAnswer(
  base: string,
  message: Uint8Array,
  { isRefused, problems }: Receipt,
  now: number,
): ShadowAnswer {
  const read = readMessage(message)
  const document = 'document' in read && isObject(read.document) ? read.document : {}
  const token = document['clientToken']
  const common = {
    timestamp: Math.floor(now / 1_000),
    ...(typeof token === 'string' ? { clientToken: token.slice(0, maximumTokenLength) } : {}),
  }
  const [first] = problems
  const content = isRefused
    ? { code: badRequest, message: `${first?.field}: ${first?.reason}`, ...common }
    : { state: document['state'], ...common }
  return {
    topic: `${base}/update/${isRefused ? 'rejected' : 'accepted'}`,
    payload: Buffer.from(JSON.stringify(content)),
  }
}
