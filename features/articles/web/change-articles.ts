import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, putAnswer } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { ArticleDocument } from '../contract/document.ts'
import { listArticles, listProcedures, readArticle } from '../contract/routes.ts'
import {
  createArticle,
  listArticleVersions,
  listOwnArticles,
  publishArticle,
  removeArticle,
  restoreArticle,
  saveArticle,
  type EditableArticle,
} from '../contract/writing-routes.ts'
import { ownArticleQuery } from './query-articles.ts'

/** What is sent of an article. */
export interface ArticleEntries {
  readonly title: string
  readonly document: ArticleDocument
  readonly sensors: number[]
  readonly rules: number[]
}

/** Saves an article, or adds it where there is none yet; the form shows what is refused. */
export function useSaveArticle(product: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      base,
      ...entries
    }: ArticleEntries & { readonly base: Pick<EditableArticle, 'id' | 'version'> | null }) => {
      if (base === null) return (await call(createArticle, { body: { product, ...entries } })).data
      const body = { version: base.version, ...entries }
      return (await call(saveArticle, { params: { id: base.id }, body })).data
    },
    onSuccess: (saved) => keep(client, saved),
    meta: { quiet: true },
  })
}

type Client = ReturnType<typeof useQueryClient>

/** Puts what was answered in the place of what was fetched before, and asks for the rest again. */
async function keep(client: Client, saved: EditableArticle): Promise<void> {
  putAnswer(client, ownArticleQuery(saved.id), { data: saved })
  await invalidate(
    client,
    ...[listOwnArticles, listArticles, listArticleVersions, readArticle, listProcedures],
  )
}

interface Published {
  readonly id: number
  readonly version: number
  readonly isPublished: boolean
}

export function usePublishArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: Published) =>
      (await call(publishArticle, { params: { id }, body })).data,
    onSuccess: (saved) => keep(client, saved),
  })
}

export function useRestoreArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: number; version: number; from: number }) =>
      (await call(restoreArticle, { params: { id }, body })).data,
    onSuccess: (saved) => keep(client, saved),
  })
}

export function useRemoveArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(removeArticle, { params: { id } }),
    onSuccess: () => invalidate(client, listOwnArticles, listArticles, readArticle, listProcedures),
  })
}
