import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const project = join(import.meta.dirname, '..', '..')

/** Packages and modules of Node that take nothing from one test file to the next. */
const withoutState = new Set([
  ...['vitest', 'fast-check', 'zod', 'react', 'react-dom/server', 'use-intl', 'use-intl/core'],
  ...['react-grid-layout/core', 'csv-parse/browser/esm/sync', 'expr-eval-fork', 'fuse.js'],
  ...['protobufjs/light.js', 'mqtt-packet', 'mdast-util-from-markdown', 'otpauth'],
  ...['node:buffer', 'node:crypto', 'node:events', 'node:fs', 'node:fs/promises', 'node:os'],
  ...['node:path', 'node:stream', 'node:timers/promises', 'node:url', 'node:util', 'node:zlib'],
])

/** Why a test file has a process of its own: what could take state from it to the next one. */
interface OwnProcess {
  /** Path of the module, from the project's directory. */
  readonly module: string
  readonly reason: string
}

/** Why a test file cannot share its process; null where it can. */
type ReasonOf = (testFile: string) => OwnProcess | null

/**
 * Returns a function that looks through everything that a test file loads for what could outlast
 * it: changes of what belongs to the process, a module that changes its own variables, and packages
 * that are not known to be without state. `read` gives the text of a module.
 */
export function ownProcessReasons(read: (path: string) => string = readModule): ReasonOf {
  const modules = new Map<string, Module>()
  const moduleOf = (path: string) => {
    const known = modules.get(path) ?? analyse(path, read(path))
    modules.set(path, known)
    return known
  }
  return (testFile) => {
    const loaded = new Set([testFile])
    for (const path of loaded) {
      const { reason, imports } = moduleOf(path)
      if (reason !== null) return { module: path, reason }
      for (const each of imports) loaded.add(each)
    }
    return null
  }
}

/** Of a path that is only in a text there is nothing to load. */
function readModule(path: string): string {
  const file = join(project, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

interface Module {
  readonly reason: string | null
  /** The project's modules that are loaded with it. */
  readonly imports: readonly string[]
}

function analyse(path: string, text: string): Module {
  if (!/\.tsx?$/.test(path)) return { reason: null, imports: [] }
  const specifiers = [...text.matchAll(loads)].map(([, one, other]) => one ?? other ?? '')
  const isOwn = (specifier: string) => /^[#.]/.test(specifier)
  const outside = specifiers.find((each) => !isOwn(each) && !withoutState.has(each))
  return {
    reason: outside === undefined ? reasonIn(path, text) : `loads ${outside}`,
    imports: specifiers.filter(isOwn).map((specifier) => pathOf(specifier, path)),
  }
}

/** Whatever is loaded: not the types alone. */
const loads =
  /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s*)?'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'/gm

function pathOf(specifier: string, from: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier)
}

const changesOfTheProcess: readonly (readonly [string, RegExp])[] = [
  ['uses vi', /import \{[^}]*\bvi\b[^}]*\} from 'vitest'/],
  ['uses process', /\bprocess(?:\.[a-z]|\[)/],
  ['uses globalThis', /\bglobalThis\b/],
  ['loads what only its run names', /\bimport\((?!\s*')|\bimport\.meta\.glob\b/],
]

function reasonIn(path: string, text: string): string | null {
  const [change] = changesOfTheProcess.find(([, pattern]) => pattern.test(text)) ?? []
  // What a test file itself has at its top is made again for it.
  const isTest = /\.test\.tsx?$/.test(path)
  return change ?? (isTest ? null : stateOf(text))
}

/** What of a module lasts as long as the process, and changes. */
function stateOf(text: string): string | null {
  const variable = /^(?:export )?(?:let|var) (\w+)/m.exec(text)?.[1]
  if (variable !== undefined) return `has the variable ${variable}`
  if (/^ +(?:(?:private|public) )?static (?!readonly |async |get )[#\w]+\b(?!\()/m.test(text))
    return 'has a static variable'
  const changed = new Set([...text.matchAll(changes)].map(([, name]) => name))
  const constants = [...text.matchAll(/^(?:export )?const (\w+)\b[^=]*= (.*)/gm)]
  const [, name] =
    constants.find(([, each, value = '']) => changed.has(each) || ofOwnClass.test(value)) ?? []
  return name === undefined ? null : `changes ${name}`
}

/** An object of a class of the project may change itself. */
const ofOwnClass = /^new (?!(?:Set|Map|RegExp|URL|Date|Error|TextEncoder|TextDecoder|Intl)\b)/

const mutators = 'add|clear|delete|fill|next|pop|push|reverse|set|shift|sort|splice|unshift'
/** Whatever is assigned to, or changed by a method of lists, sets and maps. */
const changes = new RegExp(
  String.raw`(?<![\w.]|\b(?:const|let|type) )(\w+)(?:\??\.\w+|\[[^\]\n]*\])*?` +
    String.raw`(?:\s*(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)|\??\.(?:${mutators})\()`,
  'g',
)
