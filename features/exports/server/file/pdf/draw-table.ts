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

const heightOf = (lines: number) => lines * lineHeight(size) + 2 * padding
const linesWithin = (height: number) => Math.floor((height - 2 * padding) / lineHeight(size))

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
    let left = cells.map((cell, index) => sheet.lines(cell, widths[index] ?? 40, style))
    do {
      const count = Math.max(...left.map(({ length }) => length))
      // What no page has room for begins where it is, and goes on at the next.
      const needed = heightOf(count) > sheet.wholeRoom ? heightOf(1) : heightOf(count)
      if (sheet.reserve(needed) && !isHead) drawRow(head, true)
      const fitting = Math.max(1, Math.min(count, linesWithin(sheet.roomLeft)))
      drawLines(
        left.map((lines) => lines.slice(0, fitting)),
        isHead,
      )
      left = left.map((lines) => lines.slice(fitting))
    } while (left.some(({ length }) => length > 0))
  }
  const drawLines = (lines: readonly (readonly string[])[], isHead: boolean) => {
    const top = sheet.y
    const style = isHead ? headStyle : cellStyle
    sheet.within('TR', () => {
      for (const [index, cell] of lines.entries())
        sheet.mark(isHead ? 'TH' : 'TD', () =>
          writeCell(sheet, cell, { index, top, widths, words }, style),
        )
    })
    sheet.y = top + heightOf(Math.max(...lines.map(({ length }) => length)))
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
