import type { Block } from '../../../contract/report/document.ts'
import { colours, line } from './colours.ts'
import { columnWidths } from './column-widths.ts'
import { lineHeight, margin, type Sheet, type TextStyle } from './sheet.ts'

type Table = Extract<Block, { readonly kind: 'table' }>

const size = 8
const gap = 8
const padding = 3
const headStyle: TextStyle = { size, font: 'bold', colour: colours.soft }
const cellStyle: TextStyle = { size }

/** A table whose head is on each of its pages. */
export function drawTable(sheet: Sheet, { head, rows, words }: Table): void {
  const widths = columnWidths(
    { head, rows, words },
    {
      room: sheet.width - gap * (head.length - 1),
      headWidth: (text) => sheet.widthOf(text, headStyle),
      cellWidth: (text) => sheet.widthOf(text, cellStyle),
    },
  )
  const drawRow = (cells: readonly string[], isHead: boolean) => {
    const style = isHead ? headStyle : cellStyle
    const lines = cells.map((cell, index) => sheet.lines(cell, widths[index] ?? 40, style))
    const height = Math.max(...lines.map(({ length }) => length)) * lineHeight(size) + 2 * padding
    if (sheet.reserve(height) && !isHead) drawRow(head, true)
    const top = sheet.y
    sheet.within('TR', () => {
      for (const [index, cell] of lines.entries())
        sheet.mark(isHead ? 'TH' : 'TD', () =>
          writeCell(sheet, cell, { index, top, widths, words }, style),
        )
    })
    sheet.y = top + height
    sheet.decorate(() =>
      sheet.document
        .lineWidth(isHead ? 0.8 : 0.4)
        .moveTo(margin, sheet.y)
        .lineTo(margin + sheet.width, sheet.y)
        .stroke(line),
    )
  }
  sheet.within('Table', () => {
    drawRow(head, true)
    for (const row of rows) drawRow(row, false)
  })
  sheet.y += 6
}

interface Place {
  readonly index: number
  readonly top: number
  readonly widths: readonly number[]
  readonly words: number
}

function writeCell(
  sheet: Sheet,
  lines: readonly string[],
  { index, top, widths, words }: Place,
  style: TextStyle,
): void {
  const left = margin + widths.slice(0, index).reduce((sum, width) => sum + width + gap, 0)
  const isFigure = index >= words
  for (const [row, text] of lines.entries())
    sheet.write(
      text,
      {
        x: isFigure ? left + (widths[index] ?? 0) : left,
        y: top + padding + row * lineHeight(size),
        anchor: isFigure ? 'end' : 'start',
      },
      style,
    )
}
