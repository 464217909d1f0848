import type { Statistics } from '#features/history/contract/statistics.ts'
import type { ExportFigure, ExportStep } from '../../contract/readings.ts'
import type { Locale } from '#kit/model/locale.ts'
import type { QualityWords } from './reading-rows.ts'
import { en } from './words/en.ts'
import { ru } from './words/ru.ts'
import { vi } from './words/vi.ts'
import { zhTW } from './words/zh-tw.ts'

/** Every word of a file, in one language. */
export interface Words extends QualityWords {
  readonly information: string
  readonly statistics: string
  readonly readings: string
  /** Heads of columns. */
  readonly time: string
  readonly offset: string
  readonly value: string
  readonly quality: string
  readonly device: string
  readonly lesiId: string
  readonly sensor: string
  readonly key: string
  readonly unit: string
  readonly type: string
  readonly count: string
  readonly badCount: string
  readonly uncertainSensors: string
  readonly figures: Readonly<Record<ExportFigure, string>>
  readonly statistic: Readonly<
    Record<
      | Exclude<keyof Statistics, 'rolled'>
      | 'aboveMs'
      | 'belowMs'
      | 'timeWeightedAverage'
      | 'availability'
      | 'stateTimes'
      | 'stateChanges'
      | 'textsBeside',
      string
    >
  >
  readonly steps: Readonly<Record<ExportStep, string>>
  /** Lines of the sheet of information. */
  readonly property: string
  readonly zone: string
  readonly from: string
  readonly to: string
  readonly step: string
  readonly figure: string
  readonly madeAt: string
  readonly notes: string
  readonly noteTimes: string
  readonly noteBad: string
  readonly noteSteps: string
}

const words: Readonly<Record<Locale, Words>> = { en, ru, vi, 'zh-TW': zhTW }

export const wordsOf = (language: Locale): Words => words[language]
