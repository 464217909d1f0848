import type { Locale } from '#kit/model/locale.ts'
import { day, localText, zoneOffset } from '#kit/model/time/zone.ts'
import { formatAge, formatDuration } from '#kit/web/formats/format.ts'
import { formatNumber, numberMarks } from '#kit/web/formats/number.ts'
import { english } from './en.ts'
import type { Phrases } from './phrases.ts'
import { russian } from './ru.ts'
import { vietnamese } from './vi.ts'
import { chinese } from './zh-tw.ts'

export const phrases: Readonly<Record<Locale, Phrases>> = {
  en: english,
  ru: russian,
  'zh-TW': chinese,
  vi: vietnamese,
}

/** How an answer writes figures and times, in one language and on the clock of one zone. */
export interface AnswerFormat {
  readonly number: (value: number, decimals: number) => string
  /** Of a share, 0 to 1. */
  readonly percent: (share: number) => string
  readonly age: (ms: number) => string
  readonly duration: (ms: number) => string
  /** `2026-11-20 06:00:12` */
  readonly moment: (time: number) => string
  /** Days alone where a range is of whole days; the second date only where it differs. */
  readonly span: (from: number, to: number) => string
}

export function answerFormat(locale: Locale, timezone: string): AnswerFormat {
  const marks = numberMarks[locale]
  const { units } = phrases[locale]
  const number = (value: number, decimals: number) => formatNumber(value, decimals, marks)
  const minute = (time: number) => localText(time, timezone).replace('T', ' ')
  const isMidnight = (time: number) => (time + zoneOffset(time, timezone)) % day === 0
  return {
    number,
    percent: (share) => `${number(share * 100, 1)} %`,
    age: (ms) => formatAge(ms, units, marks),
    duration: (ms) => formatDuration(ms, units, marks),
    moment: (time) => `${minute(time)}:${String(Math.floor(time / 1000) % 60).padStart(2, '0')}`,
    span: (from, to) => {
      if (isMidnight(from) && isMidnight(to)) {
        const [first, last] = [minute(from).slice(0, 10), minute(to - 1).slice(0, 10)]
        return first === last ? first : `${first} – ${last}`
      }
      const [begin, end] = [minute(from), minute(to)]
      return `${begin} – ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
    },
  }
}
