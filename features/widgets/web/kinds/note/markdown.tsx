import { createElement, Fragment, type ReactNode } from 'react'
import { fromMarkdown } from 'mdast-util-from-markdown'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]
type Parent = Extract<Node, { readonly children: readonly unknown[] }>

/** Quotes and lists within each other beyond this are drawn as plain text. */
const maximumDepth = 10

/**
 * A text in Markdown. Nothing of it becomes HTML by itself: what looks like HTML is shown as it was
 * written, a picture as its description, and a link leads only to the web or to a mail address.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <>{childrenOf(fromMarkdown(text), 0)}</>
}

const childrenOf = ({ children }: Root | Parent, depth: number): ReactNode =>
  (children as readonly Node[]).map((child, index) => (
    <Fragment key={index}>{drawn(child, depth)}</Fragment>
  ))

function drawn(node: Node, depth: number): ReactNode {
  if ('children' in node) return drawnParent(node, depth)
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    default:
      // Definitions of links, and what this syntax does not have.
      return null
  }
}

function drawnParent(node: Parent, depth: number): ReactNode {
  if (depth > maximumDepth) return textOf(node)
  const inside = childrenOf(node, depth + 1)
  switch (node.type) {
    case 'paragraph':
      return <p>{inside}</p>
    case 'heading':
      // The widget itself has a heading of the third level.
      return createElement(`h${Math.min(6, node.depth + 3)}`, { 'data-depth': node.depth }, inside)
    case 'emphasis':
      return <em>{inside}</em>
    case 'strong':
      return <strong>{inside}</strong>
    case 'blockquote':
      return <blockquote>{inside}</blockquote>
    case 'list':
      return node.ordered === true ? <ol start={node.start ?? 1}>{inside}</ol> : <ul>{inside}</ul>
    case 'listItem':
      return <li>{inside}</li>
    case 'link':
      return isAllowed(node.url) ? (
        <a href={node.url} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      ) : (
        inside
      )
    default:
      return inside
  }
}

/** All text inside, however deep it lies. */
function textOf(node: Parent): string {
  const texts: string[] = []
  const waiting: Node[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('children' in next) waiting.push(...(next.children as readonly Node[]).toReversed())
    else if ('value' in next) texts.push(next.value)
  }
  return texts.join(' ')
}

const allowedSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

function isAllowed(address: string): boolean {
  return URL.canParse(address) && allowedSchemes.has(new URL(address).protocol)
}
