import type { Locale } from '#kit/model/locale.ts'
import type { ReportDocument } from '../../../contract/report/document.ts'
import { reportWords } from '../../../contract/report/words.ts'
import { colours, line } from './colours.ts'
import { drawBlock, drawFigures, heightOf } from './draw-block.ts'
import { lineHeight, margin, Sheet, type TextStyle } from './sheet.ts'

/** A document, and what is the same on all of its pages. */
export interface DrawnDocument {
  readonly path: string
  readonly paper: 'A4' | 'Letter'
  readonly language: Locale
  readonly document: ReportDocument
  /** Of the file, above each page but the first. */
  readonly title: string
  readonly author: string
  /** Below each page. */
  readonly site: string
}

const titleStyle: TextStyle = { size: 18, font: 'bold' }
const runningStyle: TextStyle = { size: 7.5, colour: colours.soft }

/** Writes a document as a PDF; how large it is, and how many pages it has. */
export async function drawDocument({
  document,
  site,
  ...options
}: DrawnDocument): Promise<{ readonly bytes: number; readonly pages: number }> {
  const words = reportWords(options.language)
  const sheet = new Sheet(options)
  drawHead(sheet, document)
  for (const group of document.groups) {
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
    sheet.write(site, { x: margin, y: end.y }, runningStyle)
    if (page > 1) sheet.write(options.title, { x: margin, y: margin - 4 }, runningStyle)
  })
  const pages = await sheet.end()
  return { bytes: sheet.bytes, pages }
}

function drawHead(sheet: Sheet, { title, details }: ReportDocument): void {
  sheet.mark('H1', () => {
    for (const part of sheet.lines(title, sheet.width, titleStyle)) {
      sheet.write(part, { x: margin, y: sheet.y }, titleStyle)
      sheet.y += lineHeight(titleStyle.size)
    }
  })
  sheet.y += 6
  drawFigures(sheet, details)
  sheet.decorate(() =>
    sheet.document
      .lineWidth(0.8)
      .moveTo(margin, sheet.y)
      .lineTo(margin + sheet.width, sheet.y)
      .stroke(line),
  )
  sheet.y += 4
}
