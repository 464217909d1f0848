import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { fold, wordSign } from './fold.ts'
import type { Lexicon } from './lexicon.ts'
import { maskMatches, type Span, type Word } from './remaining-words.ts'
import { comparisons, counted, otherUnits, spokenUnits } from './words/conditions.ts'

/** A value that a question compares the readings with. */
export interface Threshold {
  readonly value: number
  readonly isAbove: boolean
  /** As the question writes it, folded; empty: none. */
  readonly unit: string
  readonly span: Span
  /** Of the whole comparison. */
  readonly written: Word
}

/** The first value that a folded question compares with; null: none. */
export function thresholdOf(question: string, locale: Locale): Threshold | null {
  const [found] = question.matchAll(comparisons[locale].value)
  if (!found) return null
  const { groups = {}, index } = found
  const end = index + found[0].length
  const [unitPart = '', unit = ''] =
    /^\s*([%°]?[\p{Script=Latin}\p{Script=Cyrillic}]*(?:\/\p{L}+)?|[度巴趴個件])/u.exec(
      question.slice(end),
    ) ?? []
  if (counted.test(question.slice(end))) return null
  const isUnit = [...spokenUnits, otherUnits].some((form) => form.test(unit))
  const to = isUnit ? end + unitPart.length : end
  return {
    value: Number((groups['value'] ?? '').replace(',', '.').replace('−', '-')),
    isAbove: groups['above'] !== undefined,
    unit: isUnit ? unit : '',
    span: { from: index, to },
    written: { index, word: question.slice(index, to) },
  }
}

/** Whether a value is in the unit of a sensor. */
export function isInUnit({ unit }: Threshold, sensor: Pick<Sensor, 'unit'>): boolean {
  const own = fold(sensor.unit)
  return (
    unit === '' || unit === own || spokenUnits.some((form) => form.test(unit) && form.test(own))
  )
}

/** Forms that mean something here without being a kind of question. */
export const supportedForms = (locale: Locale): readonly RegExp[] => {
  const { howLong, howOften, latest, why, limits } = comparisons[locale]
  return [howLong, howOften, latest, why, limits]
}

/** Words that ask how often, or at what time, a value was passed: for how long is known alone. */
export const passingWords = (question: string, locale: Locale): Word[] =>
  [comparisons[locale].howOften, comparisons[locale].when].flatMap((form) =>
    [...question.matchAll(form)].map(({ index, 0: word }) => ({ index, word })),
  )

/** The newest of them, whenever they were. */
export const asksLatest = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].latest) >= 0

/** A reason, which no reading says. */
export const asksWhy = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].why) >= 0

export const asksNow = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].now) >= 0

/** "And boiler 2?": what it leaves out was in the question before. */
export const followsOn = (question: string, locale: Locale): boolean =>
  question.trim().search(comparisons[locale].following) >= 0

/** Which limits there are, in a question without the names that it has. */
export const asksLimits = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].limits) >= 0

export const asksWhen = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].when) >= 0

export const asksHowLong = (question: string, locale: Locale): boolean =>
  question.search(comparisons[locale].howLong) >= 0

const number = new RegExp(`(?<!${wordSign})\\d+(?:[.,]\\d+)?(?!${wordSign})`, 'gu')
const letter = new RegExp(`(?<!${wordSign}|')(?!\\p{Script=Han})\\p{L}(?!${wordSign}|')`, 'gu')

interface Reading {
  readonly locale: Locale
  readonly lexicon: Lexicon
  /** Parts that named something, or that were read otherwise. */
  readonly used: readonly Span[]
}

/**
 * What a folded question, its times taken out, says beyond what the rules support: what is to be
 * left out, numbers and letters behind a name ("boiler 3", where there are two), values. With any
 * of them a figure would be the answer to another question.
 */
export function unsupportedWords(question: string, { locale, lexicon, used }: Reading): Word[] {
  const counting = lexicon.intents.flatMap(([intent, form]) =>
    intent === 'rank' || intent === 'top_alarms' ? [form] : [],
  )
  const left = maskMatches(question, used, [...counting, lexicon.top])
  const excluded = [...left.matchAll(comparisons[locale].exclusions)]
  const numbers = [...left.matchAll(number)]
  const letters = [...left.matchAll(letter)].filter(
    ({ 0: found }) => found.search(lexicon.fillers) < 0,
  )
  return [...excluded, ...numbers, ...letters].map(({ index, 0: word }) => ({ index, word }))
}
