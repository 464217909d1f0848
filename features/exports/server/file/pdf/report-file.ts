import {
  composeReport,
  type ActiveDevice,
  type ReportHead,
} from '../../../contract/report/compose.ts'
import { reportFormat } from '../../../contract/report/format.ts'
import { sectionOf, type ReportedSensor, type Section } from '../../../contract/report/section.ts'
import { reportWords } from '../../../contract/report/words.ts'
import type { Locale } from '#kit/model/locale.ts'
import { drawDocument } from './draw-document.ts'

export interface ReportOptions {
  readonly path: string
  readonly paper: 'A4' | 'Letter'
  readonly language: Locale
  readonly head: ReportHead
  readonly devices: readonly ActiveDevice[]
}

/** The PDF of a report: its sensors come one by one, and are drawn when all are there. */
export class ReportFile {
  readonly #options: ReportOptions
  readonly #sections: Section[] = []

  constructor(options: ReportOptions) {
    this.#options = options
  }

  add(reported: ReportedSensor, device: string): void {
    const { head, language } = this.#options
    const words = reportWords(language)
    const format = reportFormat(language, head.timezone, words)
    const range = { from: head.from, to: head.to }
    this.#sections.push(sectionOf(reported, device, { words, format, range, until: head.madeAt }))
  }

  /** Writes the file; how large it is, and how many pages it has. */
  async end(): Promise<{ readonly bytes: number; readonly pages: number }> {
    const { head, devices, language, path, paper } = this.#options
    const words = reportWords(language)
    const format = reportFormat(language, head.timezone, words)
    const report = composeReport({ head, devices, words, format, sections: this.#sections })
    const title = `${report.title} · ${format.span(head.from, head.to)}`
    const pages = { path, paper, language, title, author: head.madeBy, site: head.site }
    return drawDocument({ ...pages, document: report })
  }
}
