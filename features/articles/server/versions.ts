import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { picturesOf, textOf } from '../contract/document.ts'
import {
  maximumVersions,
  listArticleVersions,
  publishArticle,
  readArticleVersion,
  restoreArticle,
} from '../contract/writing-routes.ts'
import {
  insertVersion,
  readArticleRow,
  readVersion,
  readVersions,
  removeOldVersions,
  writeNewest,
  writePublished,
  writeUnpublished,
} from './articles-store.ts'
import {
  assertOwn,
  describeOwn,
  noSuchArticle,
  record,
  requireOwn,
  type ArticleServices,
} from './services.ts'

/** The calls about the versions of an article, and which of them readers see. */
export function registerVersions(app: FastifyInstance, services: ArticleServices): void {
  registerLists(app, services)
  registerPublishing(app, services)
  registerRestoring(app, services)
}

function registerLists(app: FastifyInstance, { sql, accounts }: ArticleServices): void {
  serve(app, listArticleVersions, async ({ params: { id }, caller }) => {
    const row = assertOwn(caller, await readArticleRow(sql, id))
    const versions = await readVersions(sql, id)
    const authors = versions.flatMap(({ authorId }) => authorId ?? [])
    const people = await accounts.people(sql, authors)
    const data = versions.map(({ version, title, savedAt, authorId }) => ({
      ...{ version, title, savedAt: savedAt.getTime() },
      savedBy: people.get(authorId ?? 0)?.name ?? null,
      isPublished: version === row.publishedVersion,
    }))
    return { data }
  })

  serve(app, readArticleVersion, async ({ params: { id, version }, caller }) => {
    assertOwn(caller, await readArticleRow(sql, id))
    const found = await readVersion(sql, id, version)
    if (!found) throw noSuchArticle()
    return { data: { title: found.title, document: found.document } }
  })
}

function registerPublishing(app: FastifyInstance, services: ArticleServices): void {
  const { sql, clock } = services
  serve(app, publishArticle, async ({ params: { id }, body, caller, request }) =>
    sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(transaction, caller, id, body.version)
      const { isPublished } = body
      if (isPublished) await writePublished(transaction, id, new Date(clock()))
      else await writeUnpublished(transaction, id)
      const publishedVersion = isPublished ? row.version : null
      const title = (await readVersion(transaction, id, row.version))?.title ?? ''
      await record(services, transaction, request, {
        ...{ id, title, action: isPublished ? 'article.publish' : 'article.unpublish' },
        before: { publishedVersion: row.publishedVersion },
        after: { publishedVersion },
      })
      return {
        data: await describeOwn(services, transaction, caller, { ...row, publishedVersion }),
      }
    }),
  )
}

function registerRestoring(app: FastifyInstance, services: ArticleServices): void {
  const { sql, clock } = services
  serve(app, restoreArticle, async ({ params: { id }, body, caller, request }) =>
    sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(transaction, caller, id, body.version)
      const earlier = await readVersion(transaction, id, body.from)
      if (!earlier) throw noSuchArticle()
      const { title, document } = earlier
      const content = { title, document, text: textOf(document), pictures: picturesOf(document) }
      const version = row.version + 1
      const [authorId, at] = [caller.userId, new Date(clock())]
      await insertVersion(transaction, { id, version, content, authorId, at })
      await writeNewest(transaction, id, version, content)
      await removeOldVersions(transaction, { ...row, version }, maximumVersions)
      await record(services, transaction, request, {
        ...{ id, title, action: 'article.restore' },
        before: { version: row.version },
        after: { version, from: body.from },
      })
      return { data: await describeOwn(services, transaction, caller, { ...row, version }) }
    }),
  )
}
