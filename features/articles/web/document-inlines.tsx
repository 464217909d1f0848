import { Link } from '@tanstack/react-router'
import { type ReactNode, Fragment } from 'react'
import { type ArticleInline, type ArticleMark, isLinkTarget } from '../contract/document.ts'

/** Each part drawn; the parts of a document that is shown stay in their order. */
export function drawEach<Part>(
  parts: readonly Part[] | undefined,
  draw: (part: Part) => ReactNode,
): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  return parts?.map((part, index) => <Fragment key={index}>{draw(part)}</Fragment>)
}

export interface InlinesProps {
  readonly content: readonly ArticleInline[] | undefined
}

export function Inlines({ content }: InlinesProps) {
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
