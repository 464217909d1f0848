import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ArticleDocument } from '../contract/document.ts'
import { matchOf } from './articles-store.ts'

interface Page {
  readonly search: string
  readonly offset: number
  readonly limit: number
}

interface PublishedRow {
  readonly id: number
  readonly title: string
  readonly document: ArticleDocument
  /** Its key. */
  readonly product: string | null
  readonly publishedAt: Date
}

/** Published articles: those that match best first, without words the newest; and how many. */
export async function findPublished(
  sql: Kysely<DB>,
  { search, offset, limit }: Page,
  { sensorId, product }: { readonly sensorId: number | null; readonly product: string | null },
): Promise<{ rows: PublishedRow[]; total: number }> {
  const match = matchOf(search)
  if (search !== '' && match === null) return { rows: [], total: 0 }
  let found = sql.selectFrom('articles').where('articles.published_version', 'is not', null)
  if (match) found = found.where(query<boolean>`published_search @@ ${match}`)
  if (sensorId !== null)
    found = found.where(
      query<boolean>`exists (select from article_sensors
        where article_id = articles.id and sensor_id = ${sensorId})`,
    )
  if (product !== null) found = found.where('articles.product', '=', product)
  const rows = await found
    .innerJoin('article_versions as versions', (join) =>
      join
        .onRef('versions.article_id', '=', 'articles.id')
        .onRef('versions.version', '=', 'articles.published_version'),
    )
    .select(['articles.id', 'versions.title', 'versions.document', 'articles.product'])
    .select('articles.published_at as publishedAt')
    .orderBy(match ? query`ts_rank(published_search, ${match}) desc` : query`published_at desc`)
    .orderBy('articles.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await found
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows: rows as unknown as PublishedRow[], total: Number(count) }
}

interface OwnRow {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly publishedVersion: number | null
  readonly savedAt: Date
  readonly authorId: number | null
}

/** All articles of a product, or of none: the last saved first; and how many. */
export async function findOwn(
  sql: Kysely<DB>,
  { search, offset, limit }: Page,
  { product, state }: { product: string | null; state: 'draft' | 'published' | undefined },
): Promise<{ rows: OwnRow[]; total: number }> {
  const match = matchOf(search)
  if (search !== '' && match === null) return { rows: [], total: 0 }
  let found = sql.selectFrom('articles').where('articles.product', 'is not distinct from', product)
  if (match) found = found.where(query<boolean>`search @@ ${match}`)
  if (state !== undefined)
    found = found.where('published_version', state === 'draft' ? 'is' : 'is not', null)
  const rows = await found
    .innerJoin('article_versions as versions', (join) =>
      join
        .onRef('versions.article_id', '=', 'articles.id')
        .onRef('versions.version', '=', 'articles.version'),
    )
    .select(['articles.id', 'versions.title', 'articles.version', 'versions.saved_at as savedAt'])
    .select(['articles.published_version as publishedVersion', 'versions.author_id as authorId'])
    .orderBy(match ? query`ts_rank(search, ${match}) desc` : query`versions.saved_at desc`)
    .orderBy('articles.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await found
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}
