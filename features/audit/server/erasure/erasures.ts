import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readHash, readLinkOf, type StoredLink } from '../chain-store.ts'
import { hashAfter } from '../link-hash.ts'
import { digestOf, readRedactions } from './redactions-store.ts'

interface Explanation {
  /** Place of the erasure: what came after it was not redacted by it. */
  readonly position: number
  readonly hash: Buffer
}

/** What erasures of people say of entries that no longer fit their links. */
export class Erasures {
  readonly #explanations = new Map<number, Explanation>()

  /** `entryId` says something else since the erasure at `position`; a later one counts. */
  add(entryId: number, explanation: Explanation): void {
    if (!this.#explanations.has(entryId)) this.#explanations.set(entryId, explanation)
  }

  /** Whether the entry says exactly what a later erasure says that it left of it. */
  explain({ entryId, position }: Pick<StoredLink, 'entryId' | 'position'>, content: string) {
    const explanation = this.#explanations.get(entryId)
    if (!explanation || explanation.position <= position) return false
    return explanation.hash.equals(createHash('sha256').update(content).digest())
  }
}

/**
 * The erasures that count: their entry is in the chain as it was written (or is itself redacted by
 * a later one that counts), and its digest is that of the redactions stored for it.
 */
export async function readErasures(sql: Kysely<DB>): Promise<Erasures> {
  const erasures = new Erasures()
  const stored = await readRedactions(sql)
  const links: StoredLink[] = []
  for (const id of stored.keys()) {
    const link = await readLinkOf(sql, id)
    if (link) links.push(link)
  }
  // The newest first: an erasure may have been redacted by a later one.
  for (const link of links.toSorted((one, other) => other.position - one.position)) {
    const redactions = stored.get(link.entryId) ?? []
    if (link.content === null || digestIn(link.content) !== digestOf(redactions)) continue
    const before = (await readHash(sql, link.position - 1)) ?? Buffer.alloc(32)
    const isWhole = hashAfter(before, link.content).equals(link.hash)
    if (!isWhole && !erasures.explain(link, link.content)) continue
    const { position } = link
    for (const { entryId, hash } of redactions) erasures.add(entryId, { position, hash })
  }
  return erasures
}

/** The places of `action` and `after` in the content of an entry. */
const [actionPlace, afterPlace] = [5, 10]

function digestIn(content: string): string | null {
  const parts = JSON.parse(content) as readonly unknown[]
  const after = parts[afterPlace]
  if (parts[actionPlace] !== 'user.erase' || typeof after !== 'object' || after === null)
    return null
  return 'digest' in after && typeof after.digest === 'string' ? after.digest : null
}
