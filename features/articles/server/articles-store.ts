import { sql as query, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { textOf, type ArticleDocument } from '../contract/document.ts'
import { searchQueryOf, searchTextOf } from './search-text.ts'

export interface ArticleRow {
  readonly id: number
  readonly product: string | null
  readonly version: number
  readonly publishedVersion: number | null
  readonly publishedAt: Date | null
}

/** What a version says. */
export interface ArticleContent {
  readonly title: string
  readonly document: ArticleDocument
  /** Its words without their form. */
  readonly text: string
  readonly pictures: readonly string[]
}

const columns = [
  ...(['id', 'product', 'version'] as const),
  'published_version as publishedVersion',
  'published_at as publishedAt',
] as const

export function readArticleRow(sql: Kysely<DB>, id: number): Promise<ArticleRow | undefined> {
  return sql.selectFrom('articles').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The article, which nobody else changes until the transaction ends. */
export function lockArticle(sql: Kysely<DB>, id: number): Promise<ArticleRow | undefined> {
  return sql
    .selectFrom('articles')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** How many there are; nobody else adds one until the transaction ends. */
export async function countArticles(sql: Kysely<DB>): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('articles'))`.execute(sql)
  const { count } = await sql
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a title and a text are found by; words of the title count more. */
function vectorOf({ title, text }: Pick<ArticleContent, 'title' | 'text'>): RawBuilder<string> {
  const part = (source: string, weight: 'A' | 'D') => {
    const { words, signs } = searchTextOf(source)
    return query`setweight(to_tsvector('russian', ${words}) || to_tsvector('simple', ${words})
      || array_to_tsvector(${[...signs]}::text[]), ${weight}::"char")`
  }
  return query<string>`${part(title, 'A')} || ${part(text, 'D')}`
}

/** Its id; the first version is 1. */
export async function insertArticle(
  sql: Kysely<DB>,
  product: string | null,
  content: ArticleContent,
): Promise<number> {
  const { id } = await sql
    .insertInto('articles')
    .values({ product, version: 1, search: vectorOf(content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewVersion {
  readonly id: number
  readonly version: number
  readonly content: ArticleContent
  readonly authorId: number
  readonly at: Date
}

export async function insertVersion(sql: Kysely<DB>, added: NewVersion): Promise<void> {
  const { id, version, content, authorId, at } = added
  await sql
    .insertInto('article_versions')
    .values({
      ...{ article_id: id, version, title: content.title, author_id: authorId, saved_at: at },
      ...{ document: JSON.stringify(content.document), pictures: [...content.pictures] },
    })
    .execute()
}

/** Makes this version the newest. */
export async function writeNewest(
  sql: Kysely<DB>,
  id: number,
  version: number,
  content: ArticleContent,
): Promise<void> {
  await sql
    .updateTable('articles')
    .set({ version, search: vectorOf(content) })
    .where('id', '=', id)
    .execute()
}

/** Articles are found by what they say now, where it has a sign of `mark`. */
export async function renewSearch(sql: Kysely<DB>, mark: string): Promise<void> {
  const found = await sql
    .selectFrom('articles')
    .innerJoin('article_versions as said', 'said.article_id', 'articles.id')
    .select(['id', 'articles.version', 'published_version', 'said.version as saidIn'])
    .select(['title', 'document'])
    .where(query<boolean>`title || document::text ~ ${`[${mark}]`}`)
    .where(query<boolean>`said.version in (articles.version, published_version)`)
    .execute()
  for (const { id, version, published_version, saidIn, title, document } of found) {
    const text = textOf(document as unknown as ArticleDocument)
    const vector = vectorOf({ title, text })
    await sql
      .updateTable('articles')
      .set({
        ...(saidIn === version && { search: vector }),
        ...(saidIn === published_version && { published_search: vector }),
      })
      .where('id', '=', id)
      .execute()
  }
}

/** Removes versions beyond the newest `maximum`; the published one stays. */
export async function removeOldVersions(
  sql: Kysely<DB>,
  { id, version, publishedVersion }: ArticleRow,
  maximum: number,
): Promise<void> {
  await sql
    .deleteFrom('article_versions')
    .where('article_id', '=', id)
    .where('version', '<=', version - maximum)
    .where('version', '!=', publishedVersion ?? 0)
    .execute()
}

/** Shows the newest version to readers. */
export async function writePublished(sql: Kysely<DB>, id: number, at: Date): Promise<void> {
  await sql
    .updateTable('articles')
    .set(({ ref }) => ({
      ...{ published_version: ref('version'), published_search: ref('search'), published_at: at },
    }))
    .where('id', '=', id)
    .execute()
}

export async function writeUnpublished(sql: Kysely<DB>, id: number): Promise<void> {
  await sql
    .updateTable('articles')
    .set({ published_version: null, published_search: null, published_at: null })
    .where('id', '=', id)
    .execute()
}

export async function deleteArticle(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.deleteFrom('articles').where('id', '=', id).execute()
}

interface VersionRow {
  readonly version: number
  readonly title: string
  readonly authorId: number | null
  readonly savedAt: Date
}

/** The versions that are kept, the newest first. */
export function readVersions(sql: Kysely<DB>, id: number): Promise<VersionRow[]> {
  return sql
    .selectFrom('article_versions')
    .select(['version', 'title', 'author_id as authorId', 'saved_at as savedAt'])
    .where('article_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

/** What a version says, and who wrote it. */
export async function readVersion(
  sql: Kysely<DB>,
  id: number,
  version: number,
): Promise<{ title: string; document: ArticleDocument; authorId: number | null } | null> {
  const row = await sql
    .selectFrom('article_versions')
    .select(['title', 'document', 'author_id as authorId'])
    .where('article_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? { ...row, document: row.document as unknown as ArticleDocument } : null
}

/** What was typed, as one question; null where it has nothing to search for. */
export function matchOf(typed: string): RawBuilder<string> | null {
  const asked = searchQueryOf(typed)
  if (!asked) return null
  const { words, signs } = asked
  const byWords = query`(to_tsquery('russian', ${words}) || to_tsquery('simple', ${words}))`
  if (signs === '') return query<string>`${byWords}`
  if (words === '') return query<string>`${signs}::tsquery`
  return query<string>`(${byWords} && ${signs}::tsquery)`
}
