import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type {
  ArticleBlock,
  ArticleDocument,
  ArticleInline,
  ArticleList,
  ArticleMark,
} from '../contract/document.ts'
import { isLinkTarget } from '../contract/document.ts'
import './article.css'

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

/** Each part drawn; the parts of a document that is shown stay in their order. */
function drawEach<Part>(
  parts: readonly Part[] | undefined,
  draw: (part: Part) => ReactNode,
): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  return parts?.map((part, index) => <Fragment key={index}>{draw(part)}</Fragment>)
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

interface InlinesProps {
  readonly content: readonly ArticleInline[] | undefined
}

function Paragraph({ content }: InlinesProps) {
  return (
    <p>
      <Inlines content={content} />
    </p>
  )
}

function Inlines({ content }: InlinesProps) {
  return drawEach(content, (inline) =>
    inline.type === 'hard_break' ? (
      <br />
    ) : (
      (inline.marks ?? []).reduceRight<ReactNode>(marked, inline.text)
    ),
  )
}

function marked(inside: ReactNode, mark: ArticleMark): ReactNode {
  switch (mark.type) {
    case 'strong':
      return <strong>{inside}</strong>
    case 'em':
      return <em>{inside}</em>
    case 'code':
      return <code>{inside}</code>
    case 'link':
      return <TextLink href={mark.attrs.href}>{inside}</TextLink>
  }
}

function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (!isLinkTarget(href)) return children
  if (href.startsWith('/')) return <Link to={href}>{children}</Link>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
