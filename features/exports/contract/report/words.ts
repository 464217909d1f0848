import type { Locale } from '#kit/model/locale.ts'
import type { LampColour } from '#kit/model/sensor.ts'
import type { TimeUnits } from '#kit/web/formats/format.ts'
import { en } from './words/en.ts'
import { ru } from './words/ru.ts'
import { vi } from './words/vi.ts'
import { zhTW } from './words/zh-tw.ts'

/** Every word of a report, in one language: the same on a screen and on paper. */
export interface ReportWords {
  readonly report: string
  readonly shiftReport: string
  readonly site: string
  readonly period: string
  readonly zone: string
  readonly madeBy: string
  readonly madeAt: string
  readonly knownUntil: string
  readonly overview: string
  readonly outages: string
  readonly noOutages: string
  readonly notes: string
  readonly page: string
  readonly device: string
  readonly sensor: string
  readonly from: string
  readonly to: string
  readonly length: string
  readonly minimum: string
  readonly average: string
  readonly median: string
  readonly maximum: string
  readonly last: string
  readonly accumulated: string
  readonly above: string
  readonly below: string
  readonly outside: string
  readonly available: string
  readonly gaps: string
  readonly longestGaps: string
  readonly badReadings: string
  readonly textsBeside: string
  readonly noReadings: string
  readonly fromRollups: string
  readonly textsKeptSince: string
  readonly chartOf: string
  readonly statesOf: string
  readonly upperLimit: string
  readonly lowerLimit: string
  readonly stateChanges: string
  readonly changes: string
  readonly time: string
  readonly previous: string
  readonly current: string
  readonly allTheTime: string
  readonly notListed: string
  readonly annotations: string
  readonly text: string
  readonly author: string
  readonly deletedAccount: string
  readonly bad: string
  readonly noData: string
  readonly on: string
  readonly off: string
  readonly changing: string
  readonly colours: Readonly<Record<LampColour, string>>
  readonly units: TimeUnits
}

const words: Readonly<Record<Locale, ReportWords>> = { en, ru, vi, 'zh-TW': zhTW }

export const reportWords = (language: Locale): ReportWords => words[language]
