/**
 * What may wait in memory, as parts of the whole budget. A part is what all sources together may
 * hold of a kind; a share is what one source may hold, as a fraction of the part. The parts make up
 * the whole exactly: a flood of one kind leaves the others their room. With the least budget (128
 * MiB) each share still holds the largest single thing of its kind.
 */
const divisions = {
  /** Bodies of HTTP requests, from the first byte to the end of the parse; by address. */
  'request-body': { part: 8 / 64, share: 1 / 4 },
  /** Connections of devices; by credential, and by address before they have signed in. */
  'mqtt-connection': { part: 8 / 64, share: 1 / 8 },
  /** MQTT packets from their first byte to their acknowledgement; by device. */
  'mqtt-packet': { part: 6 / 64, share: 1 / 8 },
  /** Last wills of open connections, and retained messages; by device. */
  will: { part: 3 / 64, share: 1 / 16 },
  /** Documents whose readings are not stored yet; by device. */
  document: { part: 16 / 64, share: 1 / 8 },
  /** Replies that their reader has not taken yet; by session. */
  reply: { part: 12 / 64, share: 1 / 4 },
  /** Open live sockets, what they watch, and what a browser has not taken yet; by session. */
  'live-frame': { part: 8 / 64, share: 1 / 8 },
  /** The list of refused messages; by device, and by address for those who are none. */
  refusal: { part: 1 / 64, share: 1 / 8 },
  /** Changes of the catalogue that are not sent yet; by session. */
  'catalogue-change': { part: 2 / 64, share: 1 / 4 },
} as const

export type BudgetKind = keyof typeof divisions
export const budgetKinds = Object.keys(divisions) as readonly BudgetKind[]

/** Kinds of which nothing is held while nobody waits. */
export const transientKinds: readonly BudgetKind[] = [
  'request-body',
  'mqtt-packet',
  'document',
  'reply',
  'catalogue-change',
]

export interface KindLimits {
  /** Bytes that all sources together may hold. */
  readonly part: number
  /** Bytes that one source may hold. */
  readonly share: number
}

/** The limits of a kind in a budget of `totalBytes`, in whole bytes. */
export function limitsOf(kind: BudgetKind, totalBytes: number): KindLimits {
  const part = Math.floor(totalBytes * divisions[kind].part)
  return { part, share: Math.floor(part * divisions[kind].share) }
}
