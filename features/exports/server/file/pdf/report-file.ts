import {
  composeReport,
  type ActiveDevice,
  type ReportHead,
} from '../../../contract/report/compose.ts'
import type { ReportDocument } from '../../../contract/report/document.ts'
import { reportFormat } from '../../../contract/report/format.ts'
import { sectionOf, type Section } from '../../../contract/report/section.ts'
import { reportWords } from '../../../contract/report/words.ts'
import type { SensorReport } from '#features/history/contract/routes.ts'
import type { Locale } from '#kit/model/locale.ts'
import { colours, line } from './colours.ts'
import { drawBlock, drawFigures, heightOf } from './draw-block.ts'
import { lineHeight, margin, Sheet, type TextStyle } from './sheet.ts'

export interface ReportOptions {
  readonly path: string
  readonly paper: 'A4' | 'Letter'
  readonly language: Locale
  readonly head: ReportHead
  readonly devices: readonly ActiveDevice[]
}

const titleStyle: TextStyle = { size: 18, font: 'bold' }
const runningStyle: TextStyle = { size: 7.5, colour: colours.soft }

/** The PDF of a report: its sensors come one by one, and are drawn when all are there. */
export class ReportFile {
  readonly #options: ReportOptions
  readonly #sections: Section[] = []

  constructor(options: ReportOptions) {
    this.#options = options
  }

  add(report: SensorReport, device: string): void {
    const { head, language } = this.#options
    const words = reportWords(language)
    const format = reportFormat(language, head.timezone, words)
    const range = { from: head.from, to: head.to }
    this.#sections.push(sectionOf(report, device, { words, format, range, until: head.madeAt }))
  }

  /** Writes the file; how large it is, and how many pages it has. */
  async end(): Promise<{ readonly bytes: number; readonly pages: number }> {
    const { head, devices, language, path, paper } = this.#options
    const words = reportWords(language)
    const format = reportFormat(language, head.timezone, words)
    const report = composeReport({ head, devices, words, format, sections: this.#sections })
    const period = format.span(head.from, head.to)
    const title = `${report.title} · ${period}`
    const sheet = new Sheet({ path, paper, language, title, author: head.madeBy })
    drawHead(sheet, report)
    for (const group of report.groups) {
      const height = group.reduce((sum, block) => sum + heightOf(sheet, block), 0)
      if (height <= sheet.wholeRoom) sheet.reserve(height)
      sheet.within('Sect', () => {
        for (const block of group) drawBlock(sheet, block)
      })
    }
    sheet.onPages((page, pages) => {
      const { height } = sheet.document.page
      const end = { x: margin + sheet.width, y: height - margin - 8, anchor: 'end' as const }
      const text = words.page.replace('{page}', `${page}`).replace('{pages}', `${pages}`)
      sheet.write(text, end, runningStyle)
      sheet.write(head.site, { x: margin, y: end.y }, runningStyle)
      if (page > 1) sheet.write(title, { x: margin, y: margin - 4 }, runningStyle)
    })
    const pages = await sheet.end()
    return { bytes: sheet.bytes, pages }
  }
}

function drawHead(sheet: Sheet, { title, facts }: ReportDocument): void {
  sheet.mark('H1', () => {
    for (const part of sheet.lines(title, sheet.width, titleStyle)) {
      sheet.write(part, { x: margin, y: sheet.y }, titleStyle)
      sheet.y += lineHeight(titleStyle.size)
    }
  })
  sheet.y += 6
  drawFigures(sheet, facts)
  sheet.decorate(() =>
    sheet.document
      .lineWidth(0.8)
      .moveTo(margin, sheet.y)
      .lineTo(margin + sheet.width, sheet.y)
      .stroke(line),
  )
  sheet.y += 4
}
