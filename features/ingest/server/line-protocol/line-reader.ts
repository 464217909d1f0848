import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import { readPlainValue, readText, type FieldValue } from './line-values.ts'

export interface LineField {
  readonly name: string
  readonly value: FieldValue
}

/** A point as one line writes it: measurement and tags, fields, and its time where it has one. */
export interface Line {
  readonly series: string
  readonly fields: readonly LineField[]
  readonly time: string
}

/** What is in a line, and where the next one begins; no line: it is empty or a comment. */
export interface ReadLine {
  readonly next: number
  readonly line: Line | { readonly reason: string } | null
}

const newline = 0x0a
const carriageReturn = 0x0d
const blank = 0x20
const tab = 0x09
const hash = 0x23
const quote = 0x22
const comma = 0x2c
const equals = 0x3d
const backslash = 0x5c

/**
 * Reads the line of InfluxDB's line protocol that begins at `start`. A text may hold line breaks;
 * of a line that is wrong only the first one is passed over, so that no more than it is refused.
 */
export function readLine(text: string, start: number): ReadLine {
  const end = endOfLine(text, start)
  const first = skipBlanks(text, start, end)
  const next = end + 1
  if (first >= end || text.charCodeAt(first) === hash) return { next, line: null }
  const reader = new Reader(text, first, end)
  const line = reader.read()
  return { next: 'reason' in line ? next : reader.end + 1, line }
}

class Reader {
  readonly #text: string
  #at: number
  /** Where the line ends; later when a text holds a line break. */
  end: number

  constructor(text: string, start: number, end: number) {
    this.#text = text
    this.#at = start
    this.end = withoutReturn(text, start, end)
  }

  read(): Line | { readonly reason: string } {
    const start = this.#at
    const seriesEnd = this.#unescaped(blank)
    if (seriesEnd === -1) return { reason: 'has no fields: write measurement field=value' }
    const series = this.#text.slice(start, seriesEnd)
    this.#at = skipBlanks(this.#text, seriesEnd, this.end)
    const fields: LineField[] = []
    do {
      const field = this.#field()
      if (typeof field === 'string') return { reason: field }
      if (fields.push(field) > maximumValuesPerMessage)
        return { reason: `holds more than ${maximumValuesPerMessage} values` }
    } while (this.#passComma())
    const time = this.#text.slice(this.#at, this.end).trim()
    const line = { series, fields, time }
    // Its end is that of the last line of a text, behind which a return may stand.
    this.end = endOfLine(this.#text, this.end)
    return line
  }

  #passComma(): boolean {
    const isComma = this.#at < this.end && this.#text.charCodeAt(this.#at) === comma
    if (isComma) this.#at++
    return isComma
  }

  #field(): LineField | string {
    const nameEnd = this.#unescaped(equals)
    const name = this.#text.slice(this.#at, nameEnd === -1 ? this.end : nameEnd)
    if (nameEnd === -1 || name === '' || /(?<!\\)[ ,]/.test(name))
      return `${JSON.stringify(name.slice(0, 60))} is not a field: write name=value`
    this.#at = nameEnd + 1
    if (this.#text.charCodeAt(this.#at) !== quote || this.#at >= this.end)
      return { name, value: this.#plainValue() }
    const value = this.#textValue()
    return typeof value === 'string' ? value : { name, value }
  }

  #plainValue(): FieldValue {
    const start = this.#at
    for (; this.#at < this.end; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === comma || code === blank) break
    }
    return readPlainValue(this.#text.slice(start, this.#at))
  }

  #textValue(): FieldValue | string {
    const start = this.#at + 1
    let close = this.#text.indexOf('"', start)
    while (close !== -1 && isEscaped(this.#text, close)) close = this.#text.indexOf('"', close + 1)
    if (close === -1) return 'has a text that is not closed'
    if (close > this.end) this.end = withoutReturn(this.#text, close, endOfLine(this.#text, close))
    this.#at = close + 1
    const behind = this.#at < this.end ? this.#text.charCodeAt(this.#at) : blank
    if (behind !== comma && behind !== blank) return 'has a text that is not closed'
    return readText(this.#text.slice(start, close))
  }

  /** The place of the first such character with no backslash before it; -1: there is none. */
  #unescaped(code: number): number {
    for (let at = this.#at; at < this.end; at++)
      if (
        this.#text.charCodeAt(at) === code &&
        (at === this.#at || this.#text.charCodeAt(at - 1) !== backslash)
      )
        return at
    return -1
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

function withoutReturn(text: string, start: number, end: number): number {
  return end > start && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

const isBlank = (code: number) =>
  code === blank || code === tab || code === carriageReturn || code === newline

/** Within a text, two backslashes are one. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start--
  return (at - start) % 2 === 1
}
