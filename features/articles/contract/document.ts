import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'

/** Characters of one run of text. */
const maximumText = 20_000
/** Parts that one node has. */
const maximumParts = 2_000
/** Lists within lists. */
export const listLevels = 5

/**
 * Where a link of an article may lead: the web, mail, telephone, and pages of this application.
 * Nothing that a browser would run, and no `//host` that looks like a page of ours.
 */
const linkTarget = /^(?:https?:\/\/[^\s\\]+|mailto:\S+|tel:[\d+() -]+|\/(?![/\\])\S*)$/iu

/** Whether a link of an article may lead there. */
export function isLinkTarget(href: string): boolean {
  return href.length <= 2_000 && linkTarget.test(href)
}

const Mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('strong') }),
  z.strictObject({ type: z.literal('em') }),
  z.strictObject({ type: z.literal('code') }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({
      href: z.string().refine(isLinkTarget, rule(fieldError('not_accepted'))),
    }),
  }),
])

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(maximumText),
  marks: z.array(Mark).max(4).optional(),
})
const Inline = z.discriminatedUnion('type', [
  Text,
  z.strictObject({ type: z.literal('hard_break'), marks: z.array(Mark).max(4).optional() }),
])
const inlines = z.array(Inline).max(maximumParts).optional()
const Paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines })

export type ArticleListItem = {
  type: 'list_item'
  content: (z.infer<typeof Paragraph> | ArticleList)[]
}
export type ArticleList = { type: 'bullet_list' | 'ordered_list'; content: ArticleListItem[] }

/** Written out level by level: however deep what is sent is, validating it ends. */
function listSchema(levels: number): z.ZodType<ArticleList> {
  const parts: z.ZodType<z.infer<typeof Paragraph> | ArticleList> =
    levels === 0 ? Paragraph : z.union([Paragraph, listSchema(levels - 1)])
  const item = z.strictObject({
    type: z.literal('list_item'),
    content: z.array(parts).min(1).max(maximumParts),
  })
  return z.strictObject({
    type: z.enum(['bullet_list', 'ordered_list']),
    content: z.array(item).min(1).max(maximumParts),
  })
}

const Block = z.union([
  Paragraph,
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  listSchema(listLevels),
  z.strictObject({
    type: z.literal('blockquote'),
    content: z.array(Paragraph).min(1).max(maximumParts),
  }),
  z.strictObject({
    type: z.literal('code_block'),
    content: z
      .array(z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(maximumText) }))
      .max(maximumParts)
      .optional(),
  }),
  z.strictObject({ type: z.literal('horizontal_rule') }),
  z.strictObject({
    type: z.literal('image'),
    attrs: z.strictObject({ id: z.uuid(), alt: z.string().max(300) }),
  }),
])

/**
 * What an article says, as the editor writes it and the reading screen draws it: a tree of known
 * nodes, never HTML. Anything else is refused, so that there is nothing to be made harmless.
 */
export const ArticleDocument = z.strictObject({
  type: z.literal('doc'),
  content: z.array(Block).min(1).max(maximumParts),
})
export type ArticleDocument = z.infer<typeof ArticleDocument>
export type ArticleBlock = ArticleDocument['content'][number]
export type ArticleInline = z.infer<typeof Inline>
export type ArticleMark = z.infer<typeof Mark>

interface Node {
  readonly type: string
  readonly text?: string | undefined
  readonly attrs?: object | undefined
  readonly content?: readonly Node[] | undefined
}

const blocks = new Set(['paragraph', 'heading', 'code_block', 'list_item', 'blockquote'])

/** Its words without their form; each block on a line of its own. */
export function textOf(document: ArticleDocument): string {
  const write = (node: Node): string => {
    if (node.type === 'image') return `${(node.attrs as { alt: string }).alt}\n`
    if (node.type === 'hard_break') return '\n'
    const text = node.text ?? (node.content ?? []).map(write).join('')
    return blocks.has(node.type) ? `${text}\n` : text
  }
  return write(document)
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** Ids of the pictures that it shows. */
export function picturesOf(document: ArticleDocument): readonly string[] {
  return document.content.flatMap((block) => (block.type === 'image' ? [block.attrs.id] : []))
}
