import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  inSnapshot,
  readEnds,
  readLinks,
  readUnchained,
  type ChainPoint,
  type StoredLink,
} from './chain-store.ts'
import { readErasures, type Erasures } from './erasure/erasures.ts'
import { hashAfter } from './link-hash.ts'

/** What is wrong with one place of the audit. */
export interface AuditProblem {
  /**
   * `removed`: the entry or its link is gone. `changed`: it does not say what was recorded, or
   * is in another's place. `inserted`: the chain does not name it. `cut`: entries are missing
   * at the end. `rewritten`: the chain fits in itself, but is not the one that was witnessed.
   */
  readonly kind: 'removed' | 'changed' | 'inserted' | 'cut' | 'rewritten'
  /** Place in the chain; null for an entry that the chain does not name. */
  readonly position: number | null
  /** Null where no entry is left to name. */
  readonly entryId: number | null
}

export interface Verification {
  /** Links that were looked at. */
  readonly links: number
  /** Places before this one were removed by retention. */
  readonly firstPosition: number
  readonly head: ChainPoint
  /** Entries whose names an erasure took, as it says. */
  readonly redacted: number
  /** The first ones, in the order of the chain. */
  readonly problems: readonly AuditProblem[]
  readonly problemCount: number
}

const linksPerRead = 2_000
const listedProblems = 20

/**
 * Looks at every entry and its link as they are at one moment, and at points of the chain that were
 * recorded elsewhere.
 */
export async function verifyAudit(
  sql: Kysely<DB>,
  witnesses: readonly ChainPoint[] = [],
): Promise<Verification> {
  return inSnapshot(sql, async (moment) => {
    const { checkpoint, head } = await readEnds(moment)
    const begin = checkpoint ?? { position: 0, hash: Buffer.alloc(32) }
    const walk = new ChainWalk(begin, witnesses, await readErasures(moment))
    if (checkpoint === null) walk.report('removed', 0, null)
    let links: readonly StoredLink[] = await readLinks(moment, -1, linksPerRead)
    while (links.length > 0) {
      for (const link of links) walk.follow(link)
      links = await readLinks(moment, links.at(-1)?.position ?? 0, linksPerRead)
    }
    walk.finish(head)
    const inserted = await readUnchained(moment, listedProblems)
    for (const entryId of inserted.ids) walk.report('inserted', null, entryId)
    return walk.result(inserted.total - inserted.ids.length)
  })
}

class ChainWalk {
  readonly #begin: ChainPoint
  readonly #witnesses: readonly ChainPoint[]
  readonly #problems: AuditProblem[] = []
  #problemCount = 0
  #last: ChainPoint
  readonly #erasures: Erasures
  #links = 0
  #redacted = 0

  constructor(begin: ChainPoint, witnesses: readonly ChainPoint[], erasures: Erasures) {
    this.#begin = begin
    this.#erasures = erasures
    this.#last = begin
    this.#witnesses = witnesses
    this.#compareWitnesses(begin)
  }

  report(kind: AuditProblem['kind'], position: number | null, entryId: number | null): void {
    this.#problemCount += 1
    if (this.#problems.length < listedProblems) this.#problems.push({ kind, position, entryId })
  }

  follow(link: StoredLink): void {
    this.#links += 1
    const { position, entryId, hash, content } = link
    if (position <= this.#begin.position) return this.report('inserted', position, entryId)
    if (position > this.#last.position + 1) this.report('removed', this.#last.position + 1, null)
    else if (content === null) this.report('removed', position, entryId)
    else if (!hashAfter(this.#last.hash, content).equals(hash)) {
      if (this.#erasures.explain(link, content)) this.#redacted += 1
      else this.report('changed', position, entryId)
    }
    // The recorded hash goes on, so that one change is one problem and not a thousand.
    this.#last = { position, hash }
    this.#compareWitnesses(this.#last)
  }

  #compareWitnesses({ position, hash }: ChainPoint): void {
    const other = this.#witnesses.some(
      (witness) => witness.position === position && !witness.hash.equals(hash),
    )
    if (other) this.report('rewritten', position, null)
  }

  finish(head: ChainPoint | null): void {
    const { position, hash } = this.#last
    const furthest = Math.max(
      head?.position ?? 0,
      ...this.#witnesses.map((witness) => witness.position),
    )
    if (furthest > position) this.report('cut', position + 1, null)
    else if (head === null || head.position !== position || !head.hash.equals(hash))
      this.report('rewritten', position, null)
  }

  result(unlisted: number): Verification {
    return {
      links: this.#links,
      firstPosition: this.#begin.position + 1,
      head: this.#last,
      redacted: this.#redacted,
      problems: this.#problems,
      problemCount: this.#problemCount + unlisted,
    }
  }
}
