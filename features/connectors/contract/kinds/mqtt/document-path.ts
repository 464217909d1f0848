import { maximumPathLength } from './limits.ts'

/** Names of members, and places in arrays from 0 on. */
export type DocumentPath = readonly (string | number)[]

const plainName = /^[^\s.[\]'"]+$/
/** A name after a dot or at the begin, a place, or a name between quotation marks. */
const step = /\.?([^\s.[\]'"]+)|\[(\d{1,6})\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y

/** Reads `a.b[0]['c d']`; the empty text is the document itself. Null for a text that is none. */
export function parsePath(text: string): DocumentPath | null {
  if (text.length > maximumPathLength || text.startsWith('.')) return null
  const path: (string | number)[] = []
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at
    const found = step.exec(text)
    if (!found) return null
    const [whole, name, place, ...quoted] = found
    if (name !== undefined && at > 0 && !whole.startsWith('.')) return null
    const unquoted = quoted.find((each) => each !== undefined)?.replaceAll(/\\(.)/g, '$1')
    path.push(place === undefined ? (name ?? unquoted ?? '') : Number(place))
  }
  return path
}

/** The text that `parsePath` reads as this path. */
export function writePath(path: DocumentPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      if (!plainName.test(part)) return `['${part.replaceAll(/['\\]/g, String.raw`\$&`)}']`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}

/** What is there; undefined: nothing. */
export function valueAt(document: unknown, path: DocumentPath): unknown {
  let value = document
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string | number, unknown>>)[part]
  }
  return value
}
