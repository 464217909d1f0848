import { parseAst, type Plugin } from 'vite'

/** What is read here of a syntax tree. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly body?: readonly Node[]
  readonly declaration?: Node | null
  readonly declarations?: readonly { readonly init: Node | null }[]
  readonly callee?: Node & { readonly name?: string }
  readonly arguments?: readonly Node[]
}

const hooks = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])

/**
 * Leaves out of a module of the component library how it makes rules, which no page does; what it
 * writes as custom properties stays.
 */
export function withoutRules(code: string): string {
  let text = code
  const { body = [] } = parseAst(code) as unknown as Node
  for (const call of body.flatMap(expressionsOf).toReversed()) {
    const [, rules] = call.arguments ?? []
    if (hooks.has(call.callee?.name ?? '') && rules)
      text = `${text.slice(0, rules.start)}() => []${text.slice(rules.end)}`
  }
  return text
}

/** What a statement at the top of a module gives a name to, or exports without one. */
function expressionsOf(statement: Node): readonly Node[] {
  const { type, declaration, declarations } = statement
  if (type === 'VariableDeclaration') return (declarations ?? []).flatMap(({ init }) => init ?? [])
  if (!declaration) return []
  return declaration.type === 'VariableDeclaration' ? expressionsOf(declaration) : [declaration]
}

/** Leaves the makers of rules out of what is built. */
export function antdRulesPlugin(): Plugin {
  return {
    name: 'warroom-antd-rules',
    apply: 'build',
    transform: {
      filter: { id: /\/antd\/es\/.*style/ },
      handler: (code) => ({ code: withoutRules(code), map: null }),
    },
  }
}
