import type { ArticleDocument } from '#features/articles/contract/document.ts'

/** A document with a paragraph for each line. */
export const saying = (...lines: string[]): ArticleDocument => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

/** What is sent to store an article. */
export const content = (title = 'Strainer', text = 'Close the valve', links = {}) => ({
  ...{ title, document: saying(text), sensors: [] as number[], rules: [] as number[], ...links },
})
