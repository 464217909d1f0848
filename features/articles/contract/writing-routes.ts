import { z } from 'zod'
import { dataOf, listOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ArticleDocument } from './document.ts'
import { ArticleId, Id, LinkedSensor, maximumLinks, pageFields } from './fields.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Articles of the installation. */
export const maximumArticles = 5_000
/** Versions of one article that are kept, besides the published one. */
export const maximumVersions = 100
/** Pictures of all articles. */
export const maximumArticlePictures = 2_000
/** Largest picture file, in bytes. */
export const maximumArticlePictureBytes = 4 * 1024 * 1024
export const maximumTitle = 200

const ids = z
  .array(Id)
  .max(maximumLinks)
  .refine((values) => new Set(values).size === values.length, rule(fieldError('repeated')))
const productKey = /^[a-z0-9][a-z0-9-]{0,39}$/
const ProductKey = z
  .string()
  .refine((text) => productKey.test(text), rule(fieldError('not_accepted')))
  .meta({ pattern: productKey.source })

export const articleStates = ['draft', 'published', 'changed'] as const

/** An article as those who write see it. */
const ArticleRow = z.object({
  id: z.int(),
  title: z.string(),
  version: z.int32(),
  /** `changed`: published, and saved again since. */
  state: z.enum(articleStates),
  savedAt: z.number(),
  savedBy: z.string().nullable(),
})
export type ArticleRow = z.infer<typeof ArticleRow>

/** Articles of no product have an empty one. */
const OfProduct = z.union([ProductKey, z.literal('')])

export const listOwnArticles = defineRoute({
  method: 'GET',
  path: '/api/article-drafts',
  summary: 'All articles of a product, or of none, for those who may write them',
  gate: 'signed-in',
  query: z.object({
    ...pageFields,
    product: OfProduct.default(''),
    state: z.enum(['draft', 'published']).optional(),
  }),
  reply: listOf(ArticleRow),
})

const Editable = z.object({
  id: z.int(),
  product: z.string().nullable(),
  title: z.string(),
  document: ArticleDocument,
  version: z.int32(),
  publishedVersion: z.int().nullable(),
  sensors: z.array(LinkedSensor),
  rules: z.array(z.int()),
})
export type EditableArticle = z.infer<typeof Editable>

export const readOwnArticle = defineRoute({
  method: 'GET',
  path: '/api/article-drafts/:id',
  summary: 'The newest version of an article, for those who may write it',
  gate: 'signed-in',
  params: ArticleId,
  reply: dataOf(Editable),
})

const content = {
  title: oneLine(maximumTitle).min(1),
  document: ArticleDocument,
  sensors: ids,
  rules: ids,
}

export const createArticle = defineRoute({
  method: 'POST',
  path: '/api/article-drafts',
  summary: 'Adds an article, as a draft',
  isMadeOnce: true,
  gate: 'signed-in',
  body: z.object({ product: OfProduct.default(''), ...content }),
  reply: dataOf(Editable),
})

const Version = z.int32().min(1)

export const saveArticle = defineRoute({
  method: 'PUT',
  path: '/api/article-drafts/:id',
  summary:
    'Saves another version, which readers see when it is published; 409 where somebody else has ' +
    'saved since `version`',
  isMadeOnce: true,
  gate: 'signed-in',
  params: ArticleId,
  body: z.object({ version: Version, ...content }),
  reply: dataOf(Editable),
})

export const publishArticle = defineRoute({
  method: 'PUT',
  path: '/api/article-drafts/:id/publication',
  summary: 'Shows the newest version to readers, or none; 409 where it is not `version`',
  isMadeOnce: true,
  gate: 'signed-in',
  params: ArticleId,
  body: z.object({ version: Version, isPublished: z.boolean() }),
  reply: dataOf(Editable),
})

export const removeArticle = defineRoute({
  method: 'DELETE',
  path: '/api/article-drafts/:id',
  summary: 'Removes an article with all its versions',
  gate: 'signed-in',
  params: ArticleId,
})

const ArticleVersion = z.object({
  version: z.int32(),
  title: z.string(),
  savedAt: z.number(),
  savedBy: z.string().nullable(),
  isPublished: z.boolean(),
})
export type ArticleVersion = z.infer<typeof ArticleVersion>

export const listArticleVersions = defineRoute({
  method: 'GET',
  path: '/api/article-drafts/:id/versions',
  summary: 'The versions of an article that are kept, the newest first',
  gate: 'signed-in',
  params: ArticleId,
  reply: wholeListOf(ArticleVersion),
})

export const readArticleVersion = defineRoute({
  method: 'GET',
  path: '/api/article-drafts/:id/versions/:version',
  summary: 'What a version of an article says',
  gate: 'signed-in',
  params: ArticleId.extend({ version: z.coerce.number().pipe(Id) }),
  reply: dataOf(z.object({ title: z.string(), document: ArticleDocument })),
})

export const restoreArticle = defineRoute({
  method: 'POST',
  path: '/api/article-drafts/:id/restore',
  summary: 'Saves the content of an earlier version as the newest; 409 where it is not `version`',
  isMadeOnce: true,
  gate: 'signed-in',
  params: ArticleId,
  body: z.object({ version: Version, from: Version }),
  reply: dataOf(Editable),
})

export const addArticlePicture = defineRoute({
  method: 'POST',
  path: '/api/article-pictures',
  summary:
    'Adds a picture for articles from a PNG, JPEG or WebP file of at most 4 MB; what no article ' +
    'shows a day later is removed',
  gate: 'signed-in',
  /** The file in base64, without a `data:` prefix. */
  body: z.object({ image: z.base64().min(1) }),
  reply: dataOf(z.object({ id: z.uuid(), width: z.int(), height: z.int() })),
})
