import type { FastifyInstance } from 'fastify'
import { articlePath } from '../contract/article-path.ts'
import { passesGate } from '#kit/model/gate.ts'
import { administratorMenuGate, warRoomGate } from '#kit/model/permission.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import { textOf } from '../contract/document.ts'
import { listArticles, listProcedures, readArticle } from '../contract/routes.ts'
import { readArticleRow, readVersion } from './articles-store.ts'
import { findProcedures, readLinks, readRules } from './links-store.ts'
import { findPublished } from './lists-store.ts'
import { excerptOf } from './search-text.ts'
import {
  isOpenRule,
  mayWrite,
  noSuchArticle,
  visibleSensors,
  type ArticleServices,
} from './services.ts'

/** Procedures that one answer names. */
const maximumProcedures = 500

/** Whether somebody may write the articles of a product, and has the screens for it. */
const mayOpenForm = (caller: Caller, product: string | null): boolean =>
  mayWrite(caller, product) && passesGate(administratorMenuGate, caller)

/** Those whose charts the caller may open. */
const chartedSensors: typeof visibleSensors = (catalogue, caller, ids) =>
  passesGate(warRoomGate, caller) ? visibleSensors(catalogue, caller, ids) : []

/** What everybody reads who is signed in: published articles. */
export function registerReading(app: FastifyInstance, services: ArticleServices): void {
  const { sql, accounts, catalogue } = services

  serve(app, listArticles, async ({ query, caller }) => {
    const { page, limit, search = '', sensor, product = null } = query
    if (sensor !== undefined && chartedSensors(catalogue, caller, [sensor]).length === 0)
      return { data: [], meta: { total: 0, page, limit } }
    const asked = { search, limit, offset: (page - 1) * limit }
    const { rows, total } = await findPublished(sql, asked, { sensorId: sensor ?? null, product })
    const products = await accounts.products(sql)
    const data = rows.map(({ id, title, document, product: key, publishedAt }) => ({
      ...{ id, title, publishedAt: publishedAt.getTime() },
      product: products.find((each) => each.key === key) ?? null,
      excerpt: excerptOf(textOf(document), search),
    }))
    return { data, meta: { total, page, limit } }
  })

  serve(app, readArticle, async ({ params: { id }, caller }) => {
    const row = await readArticleRow(sql, id)
    if (!row || row.publishedVersion === null || row.publishedAt === null) throw noSuchArticle()
    const published = await readVersion(sql, id, row.publishedVersion)
    if (!published) throw noSuchArticle()
    const { sensors } = await readLinks(sql, id)
    const people = await accounts.people(
      sql,
      published.authorId === null ? [] : [published.authorId],
    )
    const data = {
      ...{ id, title: published.title, document: published.document, product: row.product },
      publishedAt: row.publishedAt.getTime(),
      author: people.get(published.authorId ?? 0)?.name ?? null,
      sensors: chartedSensors(catalogue, caller, sensors),
      editPath: mayOpenForm(caller, row.product) ? articlePath(row.product, id) : null,
    }
    return { data }
  })

  serve(app, listProcedures, async ({ body: { sensors, rules }, caller }) => {
    const visible = sensors.filter((id) => catalogue.maySeeSensor(caller, id))
    const isOpenTo = isOpenRule(catalogue, caller, await readRules(sql, rules))
    const asked = { sensors: visible, rules: rules.filter(isOpenTo) }
    const found = await findProcedures(sql, asked, maximumProcedures)
    return {
      data: found.map((row) => ({ ...row, sensors: [...row.sensors], rules: [...row.rules] })),
    }
  })
}
