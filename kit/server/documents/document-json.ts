/**
 * Stands where a document says something that JSON.parse would lose without a word, with what is
 * wrong there.
 */
export class Unrepresentable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/**
 * Like JSON.parse, but for what that drops or changes in silence: of a key that an object has twice
 * the values are replaced by an `Unrepresentable`, and so is a whole number that no double holds.
 * Throws the SyntaxError of JSON.parse. Ordinary documents cost half as much again as JSON.parse
 * alone.
 *
 * Keys that are written with escapes are read here too: JSON.parse of V8 13 may take one for a key
 * that ends in a backslash and stood in the same place of a text that was parsed before.
 */
export function readJson(text: string): unknown {
  const document: unknown = JSON.parse(text)
  const { members, isLarge } = scan(document)
  const written = scanText(text)
  return isLarge || written.hasEscapedKey || members !== written.members
    ? new Reader(text).read()
    : document
}

/**
 * How many members all objects of a document have together, and whether any number is beyond those
 * that a double counts one by one.
 */
function scan(document: unknown): { readonly members: number; readonly isLarge: boolean } {
  let members = 0
  let isLarge = isBeyondWhole(document)
  // Not by recursion: a document may be nested deeper than the stack.
  const open: object[] = isContainer(document) ? [document] : []
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (Array.isArray(container)) {
      for (const value of container)
        if (isContainer(value)) open.push(value)
        else if (isBeyondWhole(value)) isLarge = true
      continue
    }
    const object = container as Readonly<Record<string, unknown>>
    for (const key in object) {
      const value = object[key]
      members++
      if (isContainer(value)) open.push(value)
      else if (isBeyondWhole(value)) isLarge = true
    }
  }
  return { members, isLarge }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isBeyondWhole(value: unknown): boolean {
  return (
    typeof value === 'number' &&
    (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)
  )
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const lastBlank = 0x20

/**
 * How many members are written in a valid JSON text (strings with a colon behind them), and whether
 * a key has an escape in it.
 */
function scanText(text: string): { readonly members: number; readonly hasEscapedKey: boolean } {
  let members = 0
  let hasEscapedKey = false
  let escape = text.indexOf('\\')
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start)
    let at = end
    while (text.charCodeAt(at) <= lastBlank) at++
    if (text.charCodeAt(at) === colon) {
      members++
      if (escape !== -1 && escape < start) escape = text.indexOf('\\', start)
      if (escape > start && escape < end) hasEscapedKey = true
    }
    start = text.indexOf('"', at)
  }
  return { members, hasEscapedKey }
}

/** The place behind the string that begins at `start` of a valid JSON text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start--
  return (at - start) % 2 === 1
}

interface OpenContainer {
  readonly holds: unknown[] | Record<string, unknown>
  /** The key of an object's next value. */
  key: string | undefined
}

/** Reads a text that JSON.parse has found valid, member by member. */
class Reader {
  readonly #text: string
  readonly #open: OpenContainer[] = []
  #document: unknown

  constructor(text: string) {
    this.#text = text
  }

  read(): unknown {
    for (let at = 0; at < this.#text.length;) at = this.#step(at)
    return this.#document
  }

  /** Reads what is at `at`, and returns the place behind it. */
  #step(at: number): number {
    const character = this.#text[at] ?? ''
    if (character === '{') this.#enter(Object.create(null) as Record<string, unknown>)
    else if (character === '[') this.#enter([])
    else if (character === '}' || character === ']') this.#open.pop()
    else if (this.#text.charCodeAt(at) === quote) return this.#string(at)
    else if (!/[\s,:]/.test(character)) return this.#literal(at)
    return at + 1
  }

  #enter(holds: OpenContainer['holds']): void {
    this.#put(holds)
    this.#open.push({ holds, key: undefined })
  }

  #string(start: number): number {
    const end = endOfString(this.#text, start)
    const text = JSON.parse(this.#text.slice(start, end)) as string
    const container = this.#open.at(-1)
    if (container && !Array.isArray(container.holds) && container.key === undefined)
      container.key = text
    else this.#put(text)
    return end
  }

  #literal(start: number): number {
    let end = start + 1
    while (end < this.#text.length && !/[\s,\]}]/.test(this.#text[end] ?? '')) end++
    const source = this.#text.slice(start, end)
    this.#put(/[\d-]/.test(source[0] ?? '') ? readNumber(source) : (JSON.parse(source) as unknown))
    return end
  }

  #put(value: unknown): void {
    const container = this.#open.at(-1)
    if (!container) this.#document = value
    else if (Array.isArray(container.holds)) container.holds.push(value)
    else {
      const key = container.key ?? ''
      container.holds[key] =
        key in container.holds ? new Unrepresentable('is given twice in one document') : value
      container.key = undefined
    }
  }
}

/**
 * A number as JSON writes it; an `Unrepresentable` for a whole number that a double would change.
 */
function readNumber(source: string): number | Unrepresentable {
  const value = Number(source)
  return isRepresentable(source, value) ? value : new Unrepresentable(unrepresentableReason(source))
}

/**
 * Whether `value`, the double nearest to the number that `source` writes, is what was meant: a
 * whole number must be that very one, or written as the double itself is. Numbers with a point or
 * an exponent are measured ones, which a double rounds as any sensor does.
 */
export function isRepresentable(source: string, value: number): boolean {
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(source) || !Number.isFinite(value)) return true
  return String(value) === source || BigInt(source) === BigInt(value)
}

export function unrepresentableReason(source: string): string {
  const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source
  return `${shown} is a whole number that would be rounded: send it as a text, or in a larger unit`
}
