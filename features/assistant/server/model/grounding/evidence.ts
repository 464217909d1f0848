import type { Citation } from '../../../contract/answer.ts'
import { answerFormat } from '../../../contract/phrases/format.ts'
import type { Locale } from '#kit/model/locale.ts'
import { localOf } from '#kit/model/time/zone.ts'
import type { ToolResult } from '../../tools/tool.ts'
import { unitMs } from './duration-words.ts'
import { provenClaims, type ProvenClaim } from './proven-claims.ts'
import { tokensOf, type DurationToken } from './tokens.ts'

/** A number that a tool returned. */
export interface ProvenNumber {
  readonly value: number
  /** Of the field that it is in; empty: in a sentence of the rules. */
  readonly field: string
}

/** What one result of a tool proves. */
export interface Evidence {
  /** As the model names it: `E1`. */
  readonly id: string
  readonly citations: readonly Citation[]
  /** Names of sensors, devices, rules and articles in it: data that people wrote. */
  readonly names: readonly string[]
  readonly units: readonly string[]
  /** Length of the range that was read; null: none was. */
  readonly rangeMs: number | null
  readonly numbers: readonly ProvenNumber[]
  readonly durations: readonly DurationToken[]
  /** `2026-11-20`, on the site's clock. */
  readonly dates: ReadonlySet<string>
  /** `14:30:12` */
  readonly clocks: ReadonlySet<string>
  /** What may be stated of it in words. */
  readonly claims: readonly ProvenClaim[]
}

export interface PresentedResult {
  readonly evidence: Evidence
  /** What the model reads of it: JSON. */
  readonly text: string
}

interface Presenting {
  readonly id: string
  readonly timezone: string
  readonly locale: Locale
}

/** Characters of one text that somebody wrote, and of one result. */
const maximumText = 2_000
const maximumResult = 16_000
/** Times are of this century: ms UTC. */
const [earliest, latest] = [946_684_800_000, 4_102_444_800_000]
const isoForm = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Fields with names; the digits of no text are figures. */
const named = new Set([
  ...['name', 'alias', 'sensor', 'thing', 'lesiId', 'key', 'ruleName', 'title', 'label', 'by'],
])
/** Of answers of the rules: what is no data. */
const left = new Set([
  ...['citations', 'context', 'chart', 'suggestions', 'unknown', 'model', 'source', 'cause', 'id'],
  ...['decimals', 'heldMs', 'priority', 'assignee', 'acknowledged', 'deviceId', 'sensorId'],
])

/**
 * A result as the model reads it, and what it proves. Times are on the site's clock, lengths of
 * time in words; sentences of the rules count with their figures, texts of people with none. Null:
 * it is too long.
 */
export function presentResult(
  result: ToolResult,
  { id, timezone, locale }: Presenting,
): PresentedResult | null {
  const collected = new Collected(timezone, locale)
  const data = collected.walk(result.data, '')
  if (result.range) collected.addRange(result.range.from, result.range.to)
  const names = result.citations.flatMap(namesOf)
  const { numbers, durations, dates, clocks, units } = collected
  const text = JSON.stringify({ evidence: id, data })
  if (text.length > maximumResult) return null
  return {
    text,
    evidence: {
      ...{ id, citations: result.citations, numbers, durations, dates, clocks },
      names: [...new Set([...names, ...collected.names])].filter((name) => name.trim() !== ''),
      claims: provenClaims(result),
      rangeMs: result.range && result.range.to - result.range.from,
      units: [...new Set(units)].filter((unit) => unit !== ''),
    },
  }
}

function namesOf(citation: Citation): string[] {
  // Lists are called by words of the product: "Alarms" is no name of anything.
  if (citation.kind === 'alarms' || citation.kind === 'devices') return []
  const place = 'thing' in citation ? [citation.thing] : []
  const key = 'sensor' in citation && citation.sensor !== null ? [citation.sensor] : []
  return [citation.label, ...citation.label.split(' · '), ...place, ...key]
}

/** What is found on the way through a result. */
class Collected {
  readonly names: string[] = []
  readonly units: string[] = []
  readonly numbers: ProvenNumber[] = []
  readonly durations: DurationToken[] = []
  readonly dates = new Set<string>()
  readonly clocks = new Set<string>()
  readonly #timezone: string
  readonly #format: ReturnType<typeof answerFormat>

  constructor(timezone: string, locale: Locale) {
    this.#timezone = timezone
    this.#format = answerFormat(locale, timezone)
  }

  /** The days that a range lies between; its hours are the model's own choice. */
  addRange(from: number, to: number): void {
    for (const time of [from, to - 1]) this.dates.add(this.#textOf(time).slice(0, 10))
  }

  walk(value: unknown, field: string): unknown {
    if (typeof value === 'number') return this.#number(value, field)
    if (typeof value === 'string') return this.#string(value, field)
    if (Array.isArray(value)) {
      this.numbers.push({ value: value.length, field: 'total' })
      return value.map((each) => this.walk(each, field))
    }
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([key]) => !left.has(key))
    // Sentences of the rules are made of figures and of names: only those of the former count.
    if ('citations' in value && 'text' in value) return this.#sentence(value as CitedSentence)
    return Object.fromEntries(entries.map(([key, each]) => [key, this.walk(each, key)]))
  }

  #number(value: number, field: string): unknown {
    if (/(?:^m|M)s$/.test(field)) {
      this.durations.push({ ms: value, unitMs: 1 })
      return this.#format.duration(value)
    }
    if (value >= earliest && value <= latest) return this.#time(value)
    this.numbers.push({ value, field })
    return Number(value.toPrecision(12))
  }

  #string(value: string, field: string): string {
    if (isoForm.test(value)) return this.#time(Date.parse(value))
    const text = value.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, maximumText)
    if (field === 'unit') this.units.push(value)
    else if (named.has(field)) this.names.push(text)
    return text
  }

  #sentence({ text, citations }: CitedSentence): string {
    const kinds = new Set(citations.map(({ kind }) => kind))
    const own = citations.flatMap(namesOf)
    this.names.push(...own)
    // Names of rules and articles are among the words.
    if (kinds.has('article')) return text
    const tokens = tokensOf(withoutNames(text, own))
    this.durations.push(...tokens.durations)
    for (const date of tokens.dates) this.dates.add(date)
    for (const clock of tokens.clocks) this.clocks.add(clock)
    if (!kinds.has('alarm'))
      for (const { values, isPercent, after } of tokens.numbers) {
        const unit = /^\s*([^\s\d.,;)]+)/u.exec(after)?.[1]
        if (unit !== undefined && unitMs(unit) === null) this.units.push(unit)
        for (const value of values)
          this.numbers.push({ value: isPercent ? value / 100 : value, field: '' })
      }
    return text
  }

  #time(time: number): string {
    const text = this.#textOf(time)
    this.dates.add(text.slice(0, 10))
    this.clocks.add(text.slice(11))
    return text
  }

  #textOf(time: number): string {
    const local = new Date(localOf(time, this.#timezone))
    return local.toISOString().slice(0, 19).replace('T', ' ')
  }
}

interface CitedSentence {
  readonly text: string
  readonly citations: readonly Citation[]
}

/** A text with blanks in place of these names, the longest first. */
export function withoutNames(text: string, names: readonly string[]): string {
  let rest = text
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    if (name.trim() === '') continue
    const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)
    const form = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{N}])`, 'giu')
    rest = rest.replaceAll(form, (found) => ' '.repeat(found.length))
  }
  return rest
}
