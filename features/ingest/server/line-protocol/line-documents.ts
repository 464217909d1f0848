import { isUtf8 } from 'node:buffer'
import type { BatchProblems } from '../batch/batch-problems.ts'
import { DocumentGroups, type DeviceDocument } from '../batch/document-groups.ts'
import { fieldOf } from '#kit/server/documents/document-keys.ts'
import { copyOf } from './copy-of.ts'
import { readLine, type Line, type LineField } from './line-reader.ts'
import { readTime, type Precision } from './line-times.ts'
import { addSensorKey, readSeries, type SensorKey, type Series } from './series.ts'

/** Series and keys of sensors that are read once; all are read again when there are more. */
const maximumSeries = 5_000
const maximumKeys = 20_000
const maximumWrittenSeries = 512

/** Understands requests of InfluxDB's line protocol. */
export class LineDocuments {
  readonly #series = new Map<string, Series | string>()
  #keys = 0

  #addLine(
    { series: written, fields, time: writtenTime }: Line,
    number: number,
    { precision, problems, groups }: Reading,
    bytes: number,
  ): void {
    const path = `line ${number}`
    const series = this.#seriesOf(written)
    if (typeof series === 'string') return problems.add(path, series, written)
    const time = writtenTime === '' ? undefined : readTime(writtenTime, precision)
    if (typeof time === 'string') return problems.add(path, time, written)
    const twice = namesGivenTwice(fields)
    groups.countBytes(series.lesiId, bytes)
    for (const { name, value } of fields) {
      const sensor = this.#keyOf(series, name)
      if ('reason' in sensor) problems.add(fieldOf(path, name), sensor.reason, written)
      else if ('reason' in value) problems.add(fieldOf(path, name), value.reason, written)
      else if (twice?.has(name) === true)
        problems.add(fieldOf(path, name), 'is given twice in one line', written)
      else groups.add(series.lesiId, { ...value, key: sensor.key, time, quality: 'good', path })
    }
  }

  #keyOf(series: Series, field: string): SensorKey {
    const existing = series.keys.get(field)
    if (existing) return existing
    this.#keys++
    return addSensorKey(series, copyOf(field))
  }

  #seriesOf(written: string): Series | string {
    const existing = this.#series.get(written)
    if (existing !== undefined) return existing
    if (this.#keys >= maximumKeys || this.#series.size >= maximumSeries) {
      this.#series.clear()
      this.#keys = 0
    }
    const series = readSeries(copyOf(written))
    if (written.length <= maximumWrittenSeries) this.#series.set(copyOf(written), series)
    return series
  }

  /**
   * The points of a request, by device, as many at once as one document may hold. What is wrong in
   * one line, or one value, is added to `problems` and refused alone.
   */
  *read(
    body: Uint8Array,
    precision: Precision,
    problems: BatchProblems,
  ): Generator<DeviceDocument, void, void> {
    const { text, brokenLines } = decode(body)
    const groups = new DocumentGroups()
    const reading = { precision, problems, groups }
    let number = 1
    for (let at = 0; at < text.length;) {
      const { next, line } = readLine(text, at)
      if (brokenLines.has(number)) problems.add(`line ${number}`, 'is not UTF-8')
      else if (line && 'reason' in line)
        problems.add(`line ${number}`, line.reason, text.slice(at, next))
      else if (line) this.#addLine(line, number, reading, next - at)
      if (groups.isFull) yield* groups.take()
      number += lineBreaks(text, at, next)
      at = next
    }
    yield* groups.take()
  }
}

interface Reading {
  readonly precision: Precision
  readonly problems: BatchProblems
  readonly groups: DocumentGroups
}

/** Names that stand more than once in a line; undefined: none does. */
function namesGivenTwice(fields: readonly LineField[]): ReadonlySet<string> | undefined {
  if (fields.length === 1 || new Set(fields.map(({ name }) => name)).size === fields.length)
    return undefined
  const seen = new Set<string>()
  return new Set(fields.map(({ name }) => name).filter((name) => seen.size === seen.add(name).size))
}

/** How many line breaks are in a part of the text that ends with one. */
function lineBreaks(text: string, start: number, end: number): number {
  let count = 1
  for (let at = text.indexOf('\n', start); at !== -1 && at < end - 1; count++)
    at = text.indexOf('\n', at + 1)
  return count
}

const newline = 0x0a
/** What can be no line, nor a part of one. */
const noLine = Buffer.from('"!')

/** The request as text; lines that are no UTF-8 are replaced, and counted from 1. */
function decode(body: Uint8Array): {
  readonly text: string
  readonly brokenLines: ReadonlySet<number>
} {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), brokenLines: new Set() }
  const lines: Buffer[] = []
  const brokenLines = new Set<number>()
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start)
    const end = found === -1 ? bytes.length : found + 1
    const line = bytes.subarray(start, end)
    lines.push(isUtf8(line) ? line : Buffer.concat([noLine, Buffer.from('\n')]))
    if (!isUtf8(line)) brokenLines.add(lines.length)
    start = end
  }
  return { text: Buffer.concat(lines).toString('utf8'), brokenLines }
}
