import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { project } from './catalogues.ts'

/** A node of the syntax tree of a source, in ESTree's words. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

export interface Source {
  /** Relative to the project. */
  readonly path: string
  readonly text: string
  readonly tree: SyntaxNode
}

/** The sources that match, without tests and what is built. */
export function readSources(patterns: readonly string[]): readonly Source[] {
  return globSync([...patterns], { cwd: project })
    .filter((path) => !/\.test\.tsx?$|\/dist\//.test(path))
    .toSorted()
    .map((path) => sourceOf(path, readFileSync(`${project}${path}`, 'utf8')))
}

/** Parses a source; throws when it is not TypeScript. */
export function sourceOf(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0)
    throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return { path, text, tree: program as unknown as SyntaxNode }
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string'
  )
}

/** The nodes directly below one. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

/** A node and all below it. */
export function* nodesOf(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const child of childrenOf(node)) yield* nodesOf(child)
}

/** The node in a field, or null. */
export function fieldOf(node: SyntaxNode | null, field: string): SyntaxNode | null {
  const value = node?.[field]
  return isNode(value) ? value : null
}

/** The nodes in a field that holds a list. */
export function fieldsOf(node: SyntaxNode | null, field: string): readonly SyntaxNode[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name that a node says: of an identifier, of an attribute, of a property. */
export function nameOf(node: SyntaxNode | null): string | null {
  if (node === null) return null
  if (typeof node['name'] === 'string') return node['name']
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null
}

/** The expression without what only gives the compiler its type, and without `await`. */
export function plainExpression(node: SyntaxNode | null): SyntaxNode | null {
  const isShell =
    node !== null &&
    /^(TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|ParenthesizedExpression)$/.test(
      node.type,
    )
  if (isShell) return plainExpression(fieldOf(node, 'expression'))
  return node?.type === 'AwaitExpression' ? plainExpression(fieldOf(node, 'argument')) : node
}

/** The line of a node, with its path. */
export function placeOf({ path, text }: Source, node: SyntaxNode): string {
  return `${path}:${text.slice(0, node.start).split('\n').length}`
}
