import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { queryOf, replyData, routeKey } from '#kit/web/calls/query-of.ts'
import { listBin, listVersions, readVersionOfBoard } from '../../contract/history.ts'
import { listPages, readPage } from '../../contract/routes.ts'

/** The pages of the person, in their order. */
export const pagesQuery = queryOptions({
  ...queryOf(listPages, { body: {} }),
  select: replyData,
  meta: { quiet: true },
})

/** One page with all that it holds. */
export const pageQuery = (id: string) =>
  queryOptions({
    ...queryOf(readPage, { query: { data: JSON.stringify({ id }) } }),
    select: replyData,
    meta: { quiet: true },
  })

/** Pages that were deleted and can be taken back. */
export const binQuery = queryOptions({
  ...queryOf(listBin, { query: { kind: 'page' } }),
  select: replyData,
  meta: { quiet: true },
})

/** The stored versions of a page, the newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    ...queryOf(listVersions, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })

/** A page as it was saved once. */
export const versionOfPageQuery = (id: string, version: number) =>
  queryOptions({
    ...queryOf(readVersionOfBoard, { params: { id, version } }),
    select: replyData,
    meta: { quiet: true },
  })

/** What the keys of all of these of a page begin with. */
export const versionsOfPage = (id: string): QueryKey => [
  ...routeKey(readVersionOfBoard),
  { params: { id } },
]
