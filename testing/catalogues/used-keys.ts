import {
  childrenOf,
  fieldOf,
  fieldsOf,
  nameOf,
  nodesOf,
  placeOf,
  plainExpression,
  type Source,
  type SyntaxNode,
} from './sources.ts'

/**
 * One place that asks for a text: the whole key, as a pattern when a part of it is only known while
 * running.
 */
export interface KeyUse {
  readonly place: string
  readonly pattern: RegExp
  /** The whole key where the source says it; null where it is found out while running. */
  readonly key: string | null
}

/**
 * Namespaces of the translators in one function or module, by the name of the variable; null hides
 * an outer one.
 */
type Scope = ReadonlyMap<string, string>

/** Every use of a text in a source. */
export function keyUses(source: Source): readonly KeyUse[] {
  const uses: KeyUse[] = []
  const visit = (node: SyntaxNode, outer: Scope) => {
    const scope = opensScope(node) ? withTranslators(node, outer) : outer
    const used = node.type === 'CallExpression' ? usedKey(node, scope) : null
    if (used !== null) uses.push(...used.map((key) => ({ place: placeOf(source, node), ...key })))
    for (const child of childrenOf(node)) visit(child, scope)
  }
  visit(source.tree, new Map())
  return uses
}

function opensScope({ type }: SyntaxNode): boolean {
  return /^(Program|Function(Declaration|Expression)|ArrowFunctionExpression|BlockStatement)$/.test(
    type,
  )
}

/** The scope of a block or function: its own declarations, not those of functions inside. */
function withTranslators(block: SyntaxNode, outer: Scope): Scope {
  const scope = new Map(outer)
  const collect = (node: SyntaxNode) => {
    if (node !== block && opensScope(node)) return
    if (node.type === 'VariableDeclarator') {
      const namespace = namespaceOf(fieldOf(node, 'init'))
      const name = nameOf(fieldOf(node, 'id'))
      if (name !== null && namespace !== null) scope.set(name, namespace)
    }
    for (const child of childrenOf(node)) collect(child)
  }
  collect(block)
  return scope
}

/** The namespace of the translator that an expression makes; null when it makes none. */
function namespaceOf(expression: SyntaxNode | null): string | null {
  const call = plainExpression(expression)
  if (call?.type !== 'CallExpression') return null
  const [first = null] = fieldsOf(call, 'arguments')
  switch (nameOf(fieldOf(call, 'callee'))) {
    case 'useTranslations':
      return nameOf(first) ?? ''
    case 'errorTranslator':
      return 'errors'
    case 'createTranslator': {
      const own = fieldsOf(first, 'properties').find(
        (property) => nameOf(fieldOf(property, 'key')) === 'namespace',
      )
      return nameOf(fieldOf(own ?? null, 'value')) ?? ''
    }
    default:
      return null
  }
}

type UsedKey = Pick<KeyUse, 'pattern' | 'key'>

/** The keys that a call asks a translator for; null when it calls something else. */
function usedKey(call: SyntaxNode, scope: Scope): readonly UsedKey[] | null {
  const callee = plainExpression(fieldOf(call, 'callee'))
  const isMember =
    callee?.type === 'MemberExpression' &&
    /^(rich|markup|raw|has)$/.test(nameOf(fieldOf(callee, 'property')) ?? '')
  const translator = isMember ? plainExpression(fieldOf(callee, 'object')) : callee
  const namespace =
    (translator?.type === 'Identifier' ? scope.get(nameOf(translator) ?? '') : undefined) ??
    namespaceOf(translator)
  if (namespace === null) return null
  const [first = null] = fieldsOf(call, 'arguments')
  return keysOf(first).map((parts) => wholeKey(namespace, parts))
}

/**
 * What an expression may say: alternatives, each of fixed pieces with something unknown (null)
 * between.
 */
function keysOf(expression: SyntaxNode | null): readonly (readonly (string | null)[])[] {
  const node = plainExpression(expression)
  const literal = node?.type === 'Literal' ? nameOf(node) : null
  if (literal !== null) return [[literal]]
  if (node?.type === 'ConditionalExpression')
    return [...keysOf(fieldOf(node, 'consequent')), ...keysOf(fieldOf(node, 'alternate'))]
  if (node?.type === 'LogicalExpression')
    return [...keysOf(fieldOf(node, 'left')), ...keysOf(fieldOf(node, 'right'))]
  if (node?.type === 'TemplateLiteral') {
    const pieces = fieldsOf(node, 'quasis').map(
      ({ value }) => (value as { readonly cooked: string }).cooked,
    )
    return [pieces.flatMap((piece, index) => (index === 0 ? [piece] : [null, piece]))]
  }
  return [[null]]
}

function wholeKey(namespace: string, parts: readonly (string | null)[]): UsedKey {
  const all = namespace === '' ? parts : [`${namespace}.`, ...parts]
  const pattern = new RegExp(
    `^${all.map((part) => (part === null ? '(.+)' : part.replaceAll('.', '\\.'))).join('')}$`,
  )
  return { pattern, key: all.includes(null) ? null : all.join('') }
}

/**
 * Every string and every name of a property in the sources: what a key that is found out while
 * running can be made of.
 */
export function namesIn(sources: readonly Source[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { tree } of sources) {
    for (const node of nodesOf(tree)) {
      const name =
        node.type === 'Literal'
          ? nameOf(node)
          : /Property|PropertySignature/.test(node.type)
            ? nameOf(fieldOf(node, 'key'))
            : null
      if (name !== null) names.add(name)
    }
  }
  return names
}
