import './article.css'
import type { ArticleBlock, ArticleDocument, ArticleList } from '../contract/document.ts'
import { Inlines, type InlinesProps, drawEach } from './document-inlines.tsx'

/** The text of an article: elements made of its nodes, never HTML of it. */
export function DocumentView({ document }: { readonly document: ArticleDocument }) {
  return (
    <div className="article-text" dir="auto">
      {drawEach(document.content, (block) => (
        <Block block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: ArticleBlock }) {
  switch (block.type) {
    case 'heading': {
      const Heading = block.attrs.level === 2 ? 'h2' : 'h3'
      return (
        <Heading>
          <Inlines content={block.content} />
        </Heading>
      )
    }
    case 'bullet_list':
    case 'ordered_list':
      return <List list={block} />
    case 'blockquote':
      return (
        <blockquote>
          {drawEach(block.content, ({ content }) => (
            <Paragraph content={content} />
          ))}
        </blockquote>
      )
    case 'code_block':
      return (
        // It may be wider than the page: whoever has no mouse scrolls it by its focus.
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>
          <code>{block.content?.map(({ text }) => text).join('')}</code>
        </pre>
      )
    case 'horizontal_rule':
      return <hr />
    case 'image':
      return <img src={`/api/article-pictures/${block.attrs.id}`} alt={block.attrs.alt} />
    case 'paragraph':
      return <Paragraph content={block.content} />
  }
}

function List({ list: { type, content } }: { readonly list: ArticleList }) {
  const Element = type === 'bullet_list' ? 'ul' : 'ol'
  return (
    <Element>
      {drawEach(content, (item) => (
        <li>{drawEach(item.content, drawListPart)}</li>
      ))}
    </Element>
  )
}

const drawListPart = (part: ArticleList['content'][number]['content'][number]) =>
  part.type === 'paragraph' ? <Paragraph content={part.content} /> : <List list={part} />

function Paragraph({ content }: InlinesProps) {
  return (
    <p>
      <Inlines content={content} />
    </p>
  )
}
