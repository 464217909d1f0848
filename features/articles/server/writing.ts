import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { picturesOf, textOf, type ArticleDocument } from '../contract/document.ts'
import {
  type articleStates,
  createArticle,
  maximumVersions,
  listOwnArticles,
  maximumArticles,
  readOwnArticle,
  removeArticle,
  saveArticle,
} from '../contract/writing-routes.ts'
import {
  countArticles,
  deleteArticle,
  insertArticle,
  insertVersion,
  readArticleRow,
  readVersion,
  removeOldVersions,
  writeNewest,
  type ArticleContent,
  type ArticleRow,
} from './articles-store.ts'
import {
  knownRules,
  knownSensors,
  readLinks,
  writeLinks,
  type ArticleLinks,
} from './links-store.ts'
import { findOwn } from './lists-store.ts'
import { knownPictures } from './pictures-store.ts'
import {
  assertMayWrite,
  assertOwn,
  describeOwn,
  isOpenRule,
  record,
  requireOwn,
  type ArticleServices,
} from './services.ts'

/** Bytes of one article with its links. */
const bodyLimit = 512 * 1024
/** Articles that one address may save. */
const rateLimit = { max: 120, timeWindow: '1 minute' }
const options = { bodyLimit, rateLimit }

/** The calls about articles that are written. */
export function registerWriting(app: FastifyInstance, services: ArticleServices): void {
  registerLists(app, services)
  registerCreating(app, services)
  registerSaving(app, services)
}

function registerLists(app: FastifyInstance, services: ArticleServices): void {
  const { sql, accounts } = services
  serve(app, listOwnArticles, async ({ query, caller }) => {
    const { page, limit, search = '', state } = query
    const product = query.product || null
    assertMayWrite(caller, product)
    const asked = { search, limit, offset: (page - 1) * limit }
    const { rows, total } = await findOwn(sql, asked, { product, state })
    const people = await accounts.people(
      sql,
      rows.flatMap(({ authorId }) => authorId ?? []),
    )
    const data = rows.map(({ id, title, version, publishedVersion, savedAt, authorId }) => ({
      ...{ id, title, version, savedAt: savedAt.getTime() },
      state: stateOf({ version, publishedVersion }),
      savedBy: people.get(authorId ?? 0)?.name ?? null,
    }))
    return { data, meta: { total, page, limit } }
  })

  serve(app, readOwnArticle, async ({ params: { id }, caller }) => {
    const row = assertOwn(caller, await readArticleRow(sql, id))
    return { data: await describeOwn(services, sql, caller, row) }
  })
}

function stateOf({
  version,
  publishedVersion,
}: Pick<ArticleRow, 'version' | 'publishedVersion'>): (typeof articleStates)[number] {
  if (publishedVersion === null) return 'draft'
  return publishedVersion === version ? 'published' : 'changed'
}

async function isProduct(
  accounts: ArticleServices['accounts'],
  transaction: Transaction<DB>,
  product: string,
): Promise<boolean> {
  return (await accounts.products(transaction)).some(({ key }) => key === product)
}

function registerCreating(app: FastifyInstance, services: ArticleServices): void {
  const { sql, clock, accounts } = services
  serve(app, createArticle, options, async ({ body, caller, request }) => {
    const product = body.product || null
    assertMayWrite(caller, product)
    return sql.transaction().execute(async (transaction) => {
      if (product !== null && !(await isProduct(accounts, transaction, product)))
        throw refusedField('product', fieldError('not_accepted'))
      if ((await countArticles(transaction)) >= maximumArticles)
        throw refusedField('title', fieldError('too_many', { maximum: maximumArticles }))
      const content = await contentOf(transaction, body)
      const id = await insertArticle(transaction, product, content)
      const [authorId, at] = [caller.userId, new Date(clock())]
      await insertVersion(transaction, { id, version: 1, content, authorId, at })
      await changeLinks(services, transaction, { id, caller, links: body })
      const after = { title: content.title, product, version: 1 }
      const change = { id, title: content.title, action: 'article.create', after } as const
      await record(services, transaction, request, change)
      const row = { id, product, version: 1, publishedVersion: null, publishedAt: null }
      return { data: await describeOwn(services, transaction, caller, row) }
    })
  })
}

function registerSaving(app: FastifyInstance, services: ArticleServices): void {
  const { sql, clock } = services
  serve(app, saveArticle, options, async ({ params: { id }, body, caller, request }) =>
    sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(transaction, caller, id, body.version)
      const before = await readVersion(transaction, id, row.version)
      const content = await contentOf(transaction, body)
      const version = row.version + 1
      const [authorId, at] = [caller.userId, new Date(clock())]
      await insertVersion(transaction, { id, version, content, authorId, at })
      await writeNewest(transaction, id, version, content)
      await removeOldVersions(transaction, { ...row, version }, maximumVersions)
      await changeLinks(services, transaction, { id, caller, links: body })
      await record(services, transaction, request, {
        ...{ id, title: content.title, action: 'article.update' },
        before: { title: before?.title ?? '', version: row.version },
        after: { title: content.title, version },
      })
      return { data: await describeOwn(services, transaction, caller, { ...row, version }) }
    }),
  )

  serve(app, removeArticle, async ({ params: { id }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(transaction, caller, id)
      const title = (await readVersion(transaction, id, row.version))?.title ?? ''
      await deleteArticle(transaction, id)
      const before = { title, product: row.product, version: row.version }
      await record(services, transaction, request, { id, title, action: 'article.remove', before })
    })
  })
}

/** What is stored of what was sent; 422 for pictures that are not there. */
async function contentOf(
  transaction: Transaction<DB>,
  { title, document }: { readonly title: string; readonly document: ArticleDocument },
): Promise<ArticleContent> {
  const pictures = [...new Set(picturesOf(document))]
  const known = await knownPictures(transaction, pictures)
  if (pictures.some((id) => !known.has(id)))
    throw refusedField('document', fieldError('not_accepted'))
  return { title, document, text: textOf(document), pictures }
}

interface LinkChange {
  readonly id: number
  readonly caller: Caller
  readonly links: ArticleLinks
}

/** What the caller may not see stays linked, and is unknown to them. */
async function changeLinks(
  { catalogue }: ArticleServices,
  transaction: Transaction<DB>,
  { id, caller, links }: LinkChange,
): Promise<void> {
  const present = await readLinks(transaction, id)
  const sensors = await knownSensors(transaction, [...links.sensors, ...present.sensors])
  const isOpen = (sensor: number) => sensors.has(sensor) && catalogue.maySeeSensor(caller, sensor)
  if (!links.sensors.every(isOpen)) throw refusedField('sensors', fieldError('unknown_sensor'))
  const known = await knownRules(transaction, [...links.rules, ...present.rules])
  const isOpenTo = isOpenRule(catalogue, caller, known)
  if (!links.rules.every(isOpenTo)) throw refusedField('rules', fieldError('unknown_rule'))
  const hidden = present.sensors.filter(
    (sensor) => sensors.has(sensor) && !catalogue.maySeeSensor(caller, sensor),
  )
  const hiddenRules = present.rules.filter((rule) => !isOpenTo(rule))
  await writeLinks(transaction, id, {
    sensors: [...new Set([...links.sensors, ...hidden])],
    rules: [...links.rules, ...hiddenRules],
  })
}
