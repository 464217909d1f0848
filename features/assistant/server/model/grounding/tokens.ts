import { unitMs, unitPattern } from './duration-words.ts'
import { numeralsOf } from './numerals.ts'

/** A number as a text has it. */
export interface NumberToken {
  /** What it may be: `1,234` is two things in two languages. */
  readonly values: readonly number[]
  readonly decimals: number
  /** Digits that say something: `0.052` has two. */
  readonly digits: number
  readonly isPercent: boolean
  /** What follows it, up to 12 signs: its unit may be among them. */
  readonly after: string
  /** What is before it, up to 40 signs. */
  readonly before: string
}

/** For how long: its length, and the length of its smallest part, ms. */
export interface DurationToken {
  readonly ms: number
  readonly unitMs: number
}

/** The figures of a text. */
export interface Tokens {
  readonly numbers: readonly NumberToken[]
  readonly durations: readonly DurationToken[]
  /** `2026-11-20`, or `11-20` without a year. */
  readonly dates: readonly string[]
  /** `14:30` or `14:30:12`, of 24 hours. */
  readonly clocks: readonly string[]
}

const monthSources = [
  ...['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?'],
  ...['aug(?:ust)?', 'sept?(?:ember)?', 'oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
  ...['янв(?:ар[яье])?', 'фев(?:рал[яье])?', 'мар(?:т[ае]?)?', 'апр(?:ел[яье])?', 'ма[йяе]'],
  ...['июн[яье]?', 'июл[яье]?', 'авг(?:уст[ае]?)?', 'сен(?:тябр[яье])?', 'окт(?:ябр[яье])?'],
  ...['ноя(?:бр[яье])?', 'дек(?:абр[яье])?'],
]
const monthForms = monthSources.map((source) => new RegExp(`^(?:${source})$`, 'u'))
const two = (text: string | number) => String(text).padStart(2, '0')

function dateText(year: string | undefined, month: string | number, date: string): string {
  return [...(year === undefined ? [] : [year]), two(month), two(date)].join('-')
}

const monthOf = (name: string) => (monthForms.findIndex((form) => form.test(name)) % 12) + 1

type Groups = Readonly<Record<string, string | undefined>>
const numeric = ({ y, m = '', d = '' }: Groups) => [dateText(y, m, d)]
const named = ({ y, name = '', d = '' }: Groups) => [dateText(y, monthOf(name), d)]
const name = `(?<!\\p{L})(?<name>${monthSources.join('|')})(?!\\p{L})\\.?`
/** Longer forms before those that are a part of them. */
const dateForms: readonly (readonly [RegExp, (groups: Groups) => string[]])[] = [
  [/(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})/gu, numeric],
  [/(?:(?<y>\d{4})\s*年\s*)?(?<m>\d{1,2})\s*月\s*(?<d>\d{1,2})\s*[日號号]/gu, numeric],
  [/(?<d>\d{1,2})[./](?<m>\d{1,2})[./](?<y>\d{4})/gu, numeric],
  [/(?<d>\d{1,2}) tháng (?<m>\d{1,2})(?:(?: năm |, ?)(?<y>\d{4}))?/gu, numeric],
  [/(?<d>\d{1,2})\/(?<m>\d{1,2})/gu, numeric],
  [
    new RegExp(`(?<d>\\d{1,2})(?:st|nd|rd|th|-го)? (?:of )?${name}(?:,? (?<y>\\d{4}))?`, 'gu'),
    named,
  ],
  [new RegExp(`${name} (?<d>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (?<y>\\d{4}))?`, 'gu'), named],
]
const clockForm = /(?<!\d)(?<h>\d{1,2})(?::(?<m>\d{2}))(?::(?<s>\d{2}))?(?:\s?(?<half>[ap])\.?m)?/gu
const number = String.raw`\d{1,3}(?:[\u202f\u00a0\u2009'’ ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*`
const oneDuration = String.raw`(?:${number})\s*${unitPattern}`
const durationForm = new RegExp(
  String.raw`${oneDuration}(?:[\s,]*(?:and|и|và|又)?\s*${oneDuration})*`,
  'gu',
)
const durationPart = new RegExp(String.raw`(${number})\s*(${unitPattern})`, 'gu')
const numberForm = new RegExp(
  String.raw`(?<sign>(?<![\p{L}\p{N}])[-−])?(?<digits>${number})(?:\s*(?<percent>[%％]))?`,
  'gu',
)

/**
 * The figures of a text in any of the four languages: dates, times of the day, durations, and every
 * other number, also those in words.
 */
export function tokensOf(text: string): Tokens {
  let rest = plainSigns(text).toLowerCase()
  const take = (form: RegExp, read: (match: RegExpExecArray) => string | readonly string[]) => {
    const found: string[] = []
    for (const match of rest.matchAll(form)) found.push(...[read(match)].flat())
    rest = rest.replaceAll(form, (all) => ' '.repeat(all.length))
    return found
  }
  const dates = dateForms.flatMap(([form, read]) => take(form, ({ groups = {} }) => read(groups)))
  const clocks = take(clockForm, ({ groups = {} }) => clockText(groups))
  const durations: DurationToken[] = []
  take(durationForm, ([all]) => {
    durations.push(durationOf(all))
    return []
  })
  const numbers = [...rest.matchAll(numberForm)].map((match) => numberOf(rest, match))
  return { dates, clocks, durations, numbers: [...numbers, ...numeralsOf(rest).map(ofNumeral)] }
}

/** Digits of other scripts as ours; what no eye sees is left out. */
function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[٠-٩]/gu, (sign) => String((sign.codePointAt(0) ?? 0) - 0x660))
    .replaceAll(/[०-९]/gu, (sign) => String((sign.codePointAt(0) ?? 0) - 0x966))
}

function clockText({ h = '', m = '', s, half }: Groups): string {
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half === 'p' ? 12 : 0)
  return [two(hour), m, ...(s === undefined ? [] : [s])].join(':')
}

function durationOf(text: string): DurationToken {
  let ms = 0
  let smallest = Infinity
  for (const [, digits = '', word = ''] of text.matchAll(durationPart)) {
    const unit = unitMs(word) ?? 0
    const { values, decimals } = valuesOf(digits)
    ms += (values[0] ?? 0) * unit
    smallest = Math.min(smallest, unit / 10 ** decimals)
  }
  return { ms, unitMs: smallest }
}

function numberOf(text: string, match: RegExpExecArray): NumberToken {
  const { sign, digits = '', percent } = match.groups ?? {}
  const { values, decimals } = valuesOf(digits)
  const end = match.index + match[0].length
  return {
    values: sign === undefined ? values : values.map((value) => -value),
    ...{ decimals, digits: digits.replaceAll(/\D/g, '').replace(/^0+/, '').length },
    isPercent: percent !== undefined,
    after: text.slice(end, end + 12),
    before: text.slice(Math.max(0, match.index - 40), match.index),
  }
}

const ofNumeral = (value: number): NumberToken => ({
  ...{ values: [value], decimals: 0, digits: 3, isPercent: false, after: '', before: '' },
})

/** What digits with marks may mean; the decimals of the first of them. */
function valuesOf(digits: string): {
  readonly values: readonly number[]
  readonly decimals: number
} {
  const plain = digits.replaceAll(/[^\d.,]/gu, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return { values: [Number(plain)], decimals: 0 }
  const whole = Number(plain.replaceAll(/[.,]/gu, ''))
  const fraction = plain.slice(last + 1)
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/u.test(plain)
  const decimal = Number(`${plain.slice(0, last).replaceAll(/[.,]/gu, '')}.${fraction}`)
  if (isGrouped && plain.match(/[.,]/gu)?.length !== 1) return { values: [whole], decimals: 0 }
  return { values: isGrouped ? [decimal, whole] : [decimal], decimals: fraction.length }
}
