import {
  fieldOf,
  fieldsOf,
  nameOf,
  nodesOf,
  placeOf,
  plainExpression,
  type Source,
  type SyntaxNode,
} from './sources.ts'

/** Attributes and properties whose words are shown or read out. */
const spokenNames = new Set([
  ...[
    'title',
    'label',
    'text',
    'placeholder',
    'alt',
    'heading',
    'summary',
    'description',
    'tooltip',
    'extra',
    'help',
  ],
  ...[
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'aria-placeholder',
  ],
  ...[
    'okText',
    'cancelText',
    'emptyText',
    'content',
    'subTitle',
    'addonBefore',
    'addonAfter',
    'prefix',
    'suffix',
  ],
])

export interface VisibleLiteral {
  readonly place: string
  readonly text: string
}

/**
 * Words written in a source that would be seen on screen: in JSX, in spoken attributes and
 * properties, in messages.
 */
export function visibleLiterals(source: Source): readonly VisibleLiteral[] {
  const found = [...nodesOf(source.tree)].flatMap((node) => literalsAt(node, source))
  return found.filter(({ text }) => /\p{L}/u.test(text))
}

function literalsAt(node: SyntaxNode, source: Source): readonly VisibleLiteral[] {
  const at = (owner: SyntaxNode | null) =>
    owner === null
      ? []
      : wordsOf(owner).map((text) => ({ place: placeOf(source, owner), text: text.trim() }))
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return fieldsOf(node, 'children').flatMap(at)
    case 'JSXAttribute':
      return isSpoken(fieldOf(node, 'name')) ? at(fieldOf(node, 'value')) : []
    case 'Property':
      return isSpoken(fieldOf(node, 'key')) ? at(fieldOf(node, 'value')) : []
    case 'CallExpression':
      return isMessage(node) ? fieldsOf(node, 'arguments').slice(1).flatMap(at) : []
    case 'AssignmentExpression':
      return nameOf(fieldOf(fieldOf(node, 'left'), 'property')) === 'title'
        ? at(fieldOf(node, 'right'))
        : []
    default:
      return []
  }
}

function isSpoken(name: SyntaxNode | null): boolean {
  return spokenNames.has(nameOf(name) ?? '')
}

/** `toast(kind, text)` */
function isMessage(call: SyntaxNode): boolean {
  return nameOf(fieldOf(call, 'callee')) === 'toast'
}

/** The words that an expression shows as they are written. */
function wordsOf(expression: SyntaxNode): readonly string[] {
  const node = plainExpression(expression)
  switch (node?.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral':
      return fieldsOf(node, 'quasis').map(
        ({ value }) => (value as { readonly cooked: string }).cooked,
      )
    case 'JSXExpressionContainer':
      return wordsIn(node, 'expression')
    case 'ConditionalExpression':
      return [...wordsIn(node, 'consequent'), ...wordsIn(node, 'alternate')]
    case 'LogicalExpression':
      return [...wordsIn(node, 'left'), ...wordsIn(node, 'right')]
    case 'BinaryExpression':
      return node['operator'] === '+' ? [...wordsIn(node, 'left'), ...wordsIn(node, 'right')] : []
    default:
      return []
  }
}

function wordsIn(node: SyntaxNode, field: string): readonly string[] {
  const inner = fieldOf(node, field)
  return inner === null ? [] : wordsOf(inner)
}
