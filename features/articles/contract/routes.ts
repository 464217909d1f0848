import { z } from 'zod'
import { dataOf, listOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ArticleDocument } from './document.ts'
import { ArticleId, Id, LinkedSensor, pageFields } from './fields.ts'

/** Sensors, and rules, that one call asks procedures of. */
const maximumAsked = 500

/** An article as readers find it. */
const FoundArticle = z.object({
  id: z.int(),
  title: z.string(),
  /** Of its text, around the first word that was searched for. */
  excerpt: z.string(),
  /** Its product; null: of none. */
  product: z.object({ key: z.string(), name: z.string() }).nullable(),
  /** ms UTC */
  publishedAt: z.number(),
})
export type FoundArticle = z.infer<typeof FoundArticle>

export const listArticles = defineRoute({
  method: 'GET',
  path: '/api/articles',
  summary: 'Published articles, the best match first; without words the newest',
  gate: 'signed-in',
  query: z.object({
    ...pageFields,
    sensor: z.coerce.number().pipe(Id).optional(),
    /** Key of a product. */
    product: z.string().max(40).optional(),
  }),
  reply: listOf(FoundArticle),
})

export const readArticle = defineRoute({
  method: 'GET',
  path: '/api/articles/:id',
  summary: 'A published article; of its sensors those whose charts the caller may open',
  gate: 'signed-in',
  params: ArticleId,
  reply: dataOf(
    z.object({
      id: z.int(),
      title: z.string(),
      document: ArticleDocument,
      product: z.string().nullable(),
      publishedAt: z.number(),
      /** Who wrote this version; null: an account that is gone. */
      author: z.string().nullable(),
      sensors: z.array(LinkedSensor),
      /** The screen on which the caller may change it; null: there is none. */
      editPath: z.string().nullable(),
    }),
  ),
})

export const listProcedures = defineRoute({
  method: 'POST',
  path: '/api/articles/procedures',
  summary: 'Published articles that are procedures of these sensors and alarm rules',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({
    sensors: z.array(Id).max(maximumAsked).default([]),
    rules: z.array(Id).max(maximumAsked).default([]),
  }),
  reply: wholeListOf(
    z.object({
      id: z.int(),
      title: z.string(),
      /** Of those that were asked for. */
      sensors: z.array(z.int()),
      rules: z.array(z.int()),
    }),
  ),
})

export const articlePicture = defineRoute({
  method: 'GET',
  path: '/api/article-pictures/:id',
  summary: 'A picture of an article; everybody who is signed in and has its id may see it',
  gate: 'signed-in',
  params: z.object({ id: z.uuid() }),
  file: 'image/webp',
})
