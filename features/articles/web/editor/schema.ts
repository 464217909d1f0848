import { Schema } from 'prosemirror-model'
import { isLinkTarget } from '../../contract/document.ts'

/** Where the picture of an article lies. */
export const pictureAddress = (id: string): string => `/api/article-pictures/${id}`

/** What nodes hold, in the editor's grammar. */
const holds = {
  blocks: 'block+',
  inlines: 'inline*',
  items: 'list_item+',
  item: 'paragraph (paragraph | bullet_list | ordered_list)*',
  paragraphs: 'paragraph+',
  texts: 'text*',
} as const

/**
 * The nodes and marks of `contract/document.ts`, as the editor needs them: what is pasted of other
 * pages keeps what fits and loses the rest.
 */
export const articleSchema = new Schema({
  nodes: {
    doc: { content: holds.blocks },
    paragraph: {
      content: holds.inlines,
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: holds.inlines,
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [
        ...[1, 2].map((level) => ({ tag: `h${level}`, attrs: { level: 2 } })),
        ...[3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: 3 } })),
      ],
      toDOM: (node) => [`h${String(node.attrs['level'])}`, 0],
    },
    bullet_list: {
      content: holds.items,
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      content: holds.items,
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    list_item: {
      content: holds.item,
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    blockquote: {
      content: holds.paragraphs,
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    code_block: {
      content: holds.texts,
      group: 'block',
      marks: '',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', ['code', 0]],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    image: {
      group: 'block',
      draggable: true,
      attrs: { id: {}, alt: { default: '' } },
      parseDOM: [
        {
          tag: 'img[data-picture]',
          getAttrs: (element) => ({
            id: element.getAttribute('data-picture'),
            alt: element.getAttribute('alt') ?? '',
          }),
        },
      ],
      toDOM: ({ attrs }) => {
        const id = String(attrs['id'])
        return ['img', { src: pictureAddress(id), alt: String(attrs['alt']), 'data-picture': id }]
      },
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? ''
            return isLinkTarget(href) ? { href } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']), rel: 'noopener' }, 0],
    },
    em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
})
