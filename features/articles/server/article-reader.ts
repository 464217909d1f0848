import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { textOf } from '../contract/document.ts'
import { findByIds, findByWords, type FoundRow } from './article-reader-store.ts'
import { findProcedures, type ArticleLinks } from './links-store.ts'
import { excerptOf } from './search-text.ts'

/** A published article, as other features show it. */
interface ReadableArticle {
  readonly id: number
  readonly title: string
  /** Of its text, around the first word that was looked for. */
  readonly excerpt: string
  readonly text: string
  /** Ids of the sensors whose procedure it is. */
  readonly sensors: readonly number[]
}

/** Words of one search. */
const maximumWords = 8
/** So many of them an article has at least. */
const enough = 0.6

/** What other features read of published articles; which sensors a person may see, they decide. */
export class ArticleReader {
  readonly #sql: Kysely<DB>

  constructor(sql: Kysely<DB>) {
    this.#sql = sql
  }

  /** Those that have most of these words, whatever their form, the best match first. */
  async find(words: readonly string[], limit: number): Promise<readonly ReadableArticle[]> {
    const some = words.slice(0, maximumWords)
    const minimum = Math.ceil(some.length * enough)
    const rows = await findByWords(this.#sql, some, { minimum, limit })
    return rows.map((row) => described(row, some))
  }

  /** The procedures of these sensors and rules, by their titles. */
  async procedures(links: ArticleLinks, limit: number): Promise<readonly ReadableArticle[]> {
    const found = await findProcedures(this.#sql, links, limit)
    const rows = await findByIds(
      this.#sql,
      found.map(({ id }) => id),
    )
    return rows.map((row) => described(row, []))
  }
}

function described({ document, ...row }: FoundRow, words: readonly string[]): ReadableArticle {
  const text = textOf(document)
  return { ...row, text, excerpt: excerptOf(text, words.join(' ')) }
}
