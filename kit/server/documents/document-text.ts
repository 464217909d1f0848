import { isUtf8 } from 'node:buffer'
import type { Problem } from './document-value.ts'
import { readJson } from './document-json.ts'

/** What is in a device's message, or why it cannot be read at all. */
export type ReadMessage = { readonly document: unknown } | { readonly problem: Problem }

/**
 * Reads a message that should be JSON in UTF-8. Names what is sent instead by mistake: another
 * encoding, or something compressed.
 */
export function readMessage(message: Uint8Array): ReadMessage {
  if (!isUtf8(message)) return refused(mistakenFor(message) ?? 'is not UTF-8')
  try {
    return {
      document: readJson(
        Buffer.from(message.buffer, message.byteOffset, message.length).toString('utf8'),
      ),
    }
  } catch (error) {
    return refused(
      mistakenFor(message) ??
        `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const refused = (reason: string) => ({ problem: { field: 'document', reason } })

/**
 * First bytes that no JSON in UTF-8 has. Longer ones first: one mark of UTF-32 begins like one of
 * UTF-16.
 */
const beginnings: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [
    [0x1f, 0x8b],
    'is compressed with gzip; over HTTP say so with the header Content-Encoding: gzip, over MQTT ' +
      'send it as it is',
  ],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is compressed with zstd; send it as it is, or over HTTP with gzip'],
  [[0xef, 0xbb, 0xbf], 'begins with a byte order mark (BOM); send UTF-8 without it'],
  [[0xff, 0xfe, 0, 0], 'is UTF-32; send UTF-8'],
  [[0, 0, 0xfe, 0xff], 'is UTF-32; send UTF-8'],
  [[0xff, 0xfe], 'is UTF-16; send UTF-8'],
  [[0xfe, 0xff], 'is UTF-16; send UTF-8'],
]

function mistakenFor(message: Uint8Array): string | null {
  if (message.length === 0) return 'is empty'
  const found = beginnings.find(([bytes]) => bytes.every((byte, index) => message[index] === byte))
  if (found) return found[1]
  // Without a mark: beside the first character of a document stands a zero.
  const [first = 0, second = 0] = message
  const isWide =
    (first === 0 && isOpening(second)) || (isOpening(first) && second === 0 && message.length > 1)
  return isWide ? 'is UTF-16; send UTF-8' : null
}

const isOpening = (code: number) => code === 0x7b || code === 0x5b
