import { posix } from 'node:path'
import { pureModules, rules, type Rule } from './rules.ts'

export interface ForbiddenImport {
  /** Path from the project's directory. */
  readonly file: string
  readonly line: number
  readonly specifier: string
  readonly reason: string
}

/** Every way to name a module in a source: static, dynamic, for its effects, of a type alone. */
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g

/** What a source imports although its zone may not; tests and tools may import everything. */
export function forbiddenImports(file: string, text: string): readonly ForbiddenImport[] {
  const zone = zoneOf(file)
  const rule = rules.find((each) => each.zone === zone.kind)
  if (!rule || /\.test\.tsx?$/.test(file)) return []
  return [...text.matchAll(specifiers)].flatMap(({ 2: specifier = '', index }) => {
    const reason = reasonAgainst(specifier, file, rule)
    const line = text.slice(0, index).split('\n').length
    return reason === null ? [] : [{ file, line, specifier, reason }]
  })
}

function reasonAgainst(specifier: string, file: string, rule: Rule): string | null {
  if (specifier.startsWith('node:')) return rule.isNode ? null : `${rule.zone} runs in browsers too`
  const path = pathOf(specifier, file)
  if (path === null) return null
  const target = zoneOf(path)
  if (target.folder === zoneOf(file).folder || rule.mayImport.includes(target.kind)) return null
  return `${rule.zone} may import ${['itself', ...rule.mayImport].join(', ')}`
}

/** The path from the project's directory that a specifier names; null for a package. */
function pathOf(specifier: string, file: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null
}

interface Zone {
  /** As the rules name it, with a star in the place of a feature. */
  readonly kind: string
  readonly folder: string
}

function zoneOf(path: string): Zone {
  if (pureModules.some((each) => path.startsWith(each))) return { kind: 'pure', folder: 'pure' }
  const [top = '', name = '', side = ''] = path.split('/')
  if (top === 'features') return { kind: `features/*/${side}`, folder: `features/${name}/${side}` }
  const folder = top === 'kit' || top === 'apps' ? `${top}/${name}` : top
  return { kind: folder, folder }
}
