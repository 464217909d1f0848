import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { listVersions } from '../../contract/history.ts'
import { listPages } from '../../contract/routes.ts'
import { pageQuery, pagesQuery, versionsOfPage } from './query-pages.ts'

/** Fetches what is listed of pages again; what the list does not have any more is not asked for. */
export async function outdateListed(client: QueryClient): Promise<void> {
  await invalidate(client, listPages, listVersions)
  const pages = client.getQueryData(pagesQuery.queryKey)?.data ?? []
  const keys = pages.flatMap(({ id }) => [pageQuery(id).queryKey, versionsOfPage(id)])
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
