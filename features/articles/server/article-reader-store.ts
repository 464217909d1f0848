import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ArticleDocument } from '../contract/document.ts'
import { matchOf } from './articles-store.ts'

export interface FoundRow {
  readonly id: number
  readonly title: string
  readonly document: ArticleDocument
  /** Ids of the sensors whose procedure it is. */
  readonly sensors: readonly number[]
}

const columns = query`articles.id, versions.title, versions.document,
  array(select sensor_id from article_sensors where article_id = articles.id) as sensors`
const published = query`articles join article_versions as versions
  on versions.article_id = articles.id and versions.version = articles.published_version`

/** Published articles with at least so many of these words; most words first, then the best. */
export async function findByWords(
  sql: Kysely<DB>,
  words: readonly string[],
  { minimum, limit }: { readonly minimum: number; readonly limit: number },
): Promise<readonly FoundRow[]> {
  const matches = words.flatMap((word) => matchOf(word) ?? [])
  if (matches.length === 0) return []
  const hits = query.join(
    matches.map((match) => query`(published_search @@ ${match})::int`),
    query` + `,
  )
  const any = query.join(matches, query` || `)
  const { rows } = await query<FoundRow>`select ${columns} from ${published}
    where published_search @@ (${any}) and (${hits}) >= ${minimum}
    order by (${hits}) desc, ts_rank(published_search, (${any})) desc, articles.id desc
    limit ${limit}`.execute(sql)
  return rows
}

/** These articles as they are published, by their titles. */
export async function findByIds(
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly FoundRow[]> {
  const { rows } = await query<FoundRow>`select ${columns} from ${published}
    where articles.id = any(${[...ids]}::integer[])
    order by versions.title, articles.id`.execute(sql)
  return rows
}
