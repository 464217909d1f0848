import {
  childrenOf,
  fieldOf,
  nameOf,
  type Source,
  type SyntaxNode,
} from '#testing/catalogues/sources.ts'
import type { Figure } from './distribution.ts'

/**
 * Lines of every function with statements, from its first line to its last; the bodies of tests and
 * of hooks are functions too. An arrow that is one expression is none.
 */
export function functionLines(source: Source): readonly Figure[] {
  const lineAt = lineFinder(source.text)
  const figures: Figure[] = []
  const visit = (node: SyntaxNode, name: string | null) => {
    const own = nameOf(fieldOf(node, 'id')) ?? nameOf(fieldOf(node, 'key')) ?? name
    if (isFunction(node)) {
      const first = lineAt(node.start)
      const value = lineAt(Number(node['end']) - 1) - first + 1
      figures.push({ name: `${source.path}:${first} ${own ?? ''}`.trimEnd(), value })
    }
    const passesName = /^(VariableDeclarator|Property|PropertyDefinition|MethodDefinition)$/
    for (const child of childrenOf(node)) visit(child, passesName.test(node.type) ? own : null)
  }
  visit(source.tree, null)
  return figures
}

function isFunction(node: SyntaxNode): boolean {
  return (
    /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) &&
    /^(BlockStatement|FunctionBody)$/.test(fieldOf(node, 'body')?.type ?? '')
  )
}

/** The line, from 1, of an offset. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
