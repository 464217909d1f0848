import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { listArticles, readArticle } from '../contract/routes.ts'
import { listOwnArticles, readOwnArticle } from '../contract/writing-routes.ts'

interface Page {
  readonly search: string
  readonly page: number
  readonly limit: number
}

const searched = ({ search, page, limit }: Page) => ({
  ...{ page, limit },
  ...(search === '' ? {} : { search }),
})

/**
 * Published articles, of one product where one is named; the page before stays on screen
 * meanwhile.
 */
export const articlesQuery = ({ product, ...asked }: Page & { readonly product: string }) =>
  queryOptions({
    ...queryOf(listArticles, {
      query: { ...searched(asked), ...(product === '' ? {} : { product }) },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** All articles of a product (empty: of none), for those who write. */
export const ownArticlesQuery = (
  asked: Page,
  product: string,
  state: 'draft' | 'published' | null,
) =>
  queryOptions({
    ...queryOf(listOwnArticles, {
      query: { ...searched(asked), product, ...(state === null ? {} : { state }) },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

export const ownArticleQuery = (id: number) =>
  queryOptions({ ...queryOf(readOwnArticle, { params: { id } }), meta: { quiet: true } })

export const articleQuery = (id: number) =>
  queryOptions({ ...queryOf(readArticle, { params: { id } }), meta: { quiet: true } })
