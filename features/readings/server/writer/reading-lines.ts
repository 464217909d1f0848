import { qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { writeNumber, writeText, zero } from './number-text.ts'

// A reading is written as a line of the store's own text format once, when it arrives; the journal
// holds these lines and the store takes them as they are.

/** One reading as a line of the format TabSeparated: sensor, time in ms, value, quality. */
export function lineOf({ sensorId, time, value, quality }: Reading): string {
  return `${sensorId}\t${timeText(time)}\t${textOf(value)}\t${qualityCode[quality]}\n`
}

/** From 9 September 2001 on ms have thirteen digits; the store reads fewer as seconds. */
const thirteenDigits = 1e12

/** ms since 1970, with thirteen digits. */
const timeText = (time: number): string =>
  time < thirteenDigits ? String(time).padStart(13, '0') : String(time)

/** The line of a reading that is no text has no more bytes. */
export const maximumNumberLineBytes = 96

/**
 * Writes the line of a reading that is no text to `bytes` at `start`, where there must be room for
 * `maximumNumberLineBytes`; returns the place behind it. These are the bytes of `lineOf`, without
 * a string in between: at hundreds of thousands a second strings are most of the garbage.
 */
export function writeNumberLine(bytes: Buffer, start: number, reading: Reading): number {
  const { sensorId, time, value, quality } = reading
  let at = writeNumber(bytes, start, sensorId)
  bytes[at++] = tab
  at = time < thirteenDigits ? writeText(bytes, at, timeText(time)) : writeNumber(bytes, at, time)
  bytes[at++] = tab
  at = typeof value === 'number' ? writeNumber(bytes, at, value) : writeText(bytes, at, noValue)
  bytes[at++] = tab
  bytes[at++] = zero + qualityCode[quality]
  bytes[at++] = lineFeed
  return at
}

const noValue = 'nan'
const [tab, lineFeed] = [0x09, 0x0a]

/** "No value" is the number that is none. */
function textOf(value: Reading['value']): string | number {
  return typeof value === 'string' ? escapeText(value) : (value ?? noValue)
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
}

function escapeText(text: string): string {
  // These are the characters that the format itself uses.
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character)
}

/** A line and what can be seen from it. */
export interface ReadingLine {
  readonly line: string
  readonly sensorId: number
  readonly time: number
}

/** The lines of a text that consists of them. */
export function parseLines(text: string): readonly ReadingLine[] {
  const lines: ReadingLine[] = []
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start) + 1
    const line = text.slice(start, end)
    const firstTab = line.indexOf('\t')
    const sensorId = Number(line.slice(0, firstTab))
    lines.push({
      line,
      sensorId,
      time: Number(line.slice(firstTab + 1, line.indexOf('\t', firstTab + 1))),
    })
    start = end
  }
  return lines
}

/** The newest month of which earlier versions wrote times that the store does not take. */
const lastShortMonth = monthOf(thirteenDigits)

/**
 * Lines of one month as the store takes them, whichever version wrote them: of before 9 September
 * 2001 they had fewer digits.
 */
export function withWholeTimes(lines: Buffer, month: number): Buffer {
  if (!(month <= lastShortMonth)) return lines
  const whole = parseLines(lines.toString('utf8')).map(({ line, sensorId, time }) =>
    time < thirteenDigits
      ? `${sensorId}\t${timeText(time)}${line.slice(line.indexOf('\t', line.indexOf('\t') + 1))}`
      : line,
  )
  return Buffer.from(whole.join(''))
}

/** What makes two readings the same reading: sensor, time, value and quality. */
export function identityOfLine({ line }: Pick<ReadingLine, 'line'>): string {
  return line.slice(0, -1)
}

/** The same of a stored row; the store answers null for the number that is none. */
export function identityOfRow(row: {
  readonly sensor: number
  /** ms UTC. */
  readonly at: number
  readonly value: Reading['value']
  readonly quality: number
}): string {
  return `${row.sensor}\t${timeText(row.at)}\t${textOf(row.value)}\t${row.quality}`
}

/** The month in which the reading lies, as a number: the store has a partition for each. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
