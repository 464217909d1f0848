import { isObject } from '#kit/server/documents/document-value.ts'
import type { ShadowTopic } from './shadow-topics.ts'
import type { Receipt } from '../mqtt/device-messages.ts'
import { readMessage } from '#kit/server/documents/document-text.ts'

const badRequest = 400
const notFound = 404
const maximumTokenLength = 64

/** What the shadow service answers to an update, and where below the device's shadow. */
export interface ShadowAnswer {
  readonly topic: string
  readonly payload: Buffer
}

/**
 * The answer to an update that was dealt with: accepted, also in parts, or rejected. Who asks for a
 * shadow, or to delete it, gets the answer that there is none: readings are stored, and no
 * documents.
 */
export function shadowAnswer(
  { base, call, shadow, lesiId }: ShadowTopic,
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
  const answer = (isTaken: boolean, content: object) => ({
    topic: `${base}/${call}/${isTaken ? 'accepted' : 'rejected'}`,
    payload: Buffer.from(textOf({ ...content, ...common }) ?? JSON.stringify(common)),
  })
  if (call !== 'update') {
    const none = `No shadow exists with name: '${shadow ?? lesiId}'`
    return answer(false, { code: notFound, message: none })
  }
  const [first] = problems
  return isRefused
    ? answer(false, { code: badRequest, message: `${first?.field}: ${first?.reason}` })
    : answer(true, { state: document['state'] })
}

/** Null for what is nested deeper than can be written. */
function textOf(document: object): string | null {
  try {
    return JSON.stringify(document)
  } catch {
    return null
  }
}
