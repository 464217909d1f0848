import { createHash } from 'node:crypto'

/** The hash of a link: of the hash before it and everything that its entry says. */
export function hashAfter(before: Buffer, content: string): Buffer {
  return createHash('sha256').update(before).update(content).digest()
}
