import type { Mapping } from '../../contract/mapping.ts'
import { encodingOfBytes } from './encoding-of-bytes.ts'

/** Tab, line feed, form feed, carriage return, and what ended files of DOS. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a])

type Encoding = Mapping['encoding']

/** Bytes by which a file is recognised. */
export const headBytes = 64 * 1024

/** What kind of file begins so. `compound`: a former workbook, or one with a password. */
export function formatOf(head: Buffer): 'xlsx' | 'compound' | 'csv' {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'xlsx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'compound'
  return 'csv'
}

/** The encoding that a text is in, from its mark or its first bytes; null: it is no text. */
export function encodingOf(head: Buffer): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  const zeros = [0, 0]
  for (const [place, byte] of head.entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = head.length / 8
  if (odd > many && even < many / 8) return 'utf-16le'
  if (even > many && odd < many / 8) return 'utf-16be'
  if (even + odd > 0 && !isTextWithHoles(head)) return null
  try {
    // The last letter may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return encodingOfBytes(head)
  }
}

/** Whether a text is a page or XML, as some programs save with the name of a workbook. */
export const isMarkup = (text: string): boolean => /^\s*<(!doctype|html|\?xml)\b/i.test(text)

/** A logger that lost its power leaves zeros in its file; what is no text has other signs too. */
function isTextWithHoles(head: Buffer): boolean {
  const others = head.filter((byte) => byte !== 0)
  return others.length > 0 && others.every((byte) => byte >= 0x20 || textControls.has(byte))
}
