import type { Block, Figure, Share } from '../../../contract/report/document.ts'
import { colours, edge, line } from './colours.ts'
import { drawDrawing } from './draw-drawing.ts'
import { drawTable } from './draw-table.ts'
import { lineHeight, margin, type Sheet, type TextStyle } from './sheet.ts'

const nameStyle: TextStyle = { size: 7.5, colour: colours.soft }
const valueStyle: TextStyle = { size: 9.5 }
const textStyle: TextStyle = { size: 8.5 }
const columns = 4
const emptyLines = 6
const noteLine = 22

/** Draws a block below the one before it. */
export function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheet, block.text, block.detail)
    case 'figures':
      return drawFigures(sheet, block.figures)
    case 'drawing':
      return drawDrawing(sheet, block.drawing)
    case 'shares':
      return drawShares(sheet, block.shares)
    case 'table':
      return drawTable(sheet, block)
    case 'text':
      return drawText(sheet, block.text, textStyle)
    case 'notes':
      return drawNotes(sheet, block.name, block.text)
  }
}

/** About how much room a block needs: blocks that belong together begin where they fit. */
export function heightOf(sheet: Sheet, block: Block): number {
  if (block.kind === 'drawing')
    return (block.drawing.height / block.drawing.width) * sheet.width + 4
  if (block.kind === 'figures') return Math.ceil(block.figures.length / columns) * 28
  if (block.kind === 'shares') return block.shares.length * 13
  if (block.kind === 'table') return 60
  return block.kind === 'notes' ? emptyLines * noteLine + 30 : 26
}

function drawHeading(sheet: Sheet, text: string, detail: string | undefined): void {
  const style: TextStyle = { size: 12, font: 'bold' }
  sheet.reserve(80)
  sheet.y += 8
  sheet.mark('H2', () => {
    for (const part of sheet.lines(text, sheet.width, style)) {
      sheet.write(part, { x: margin, y: sheet.y }, style)
      sheet.y += lineHeight(12)
    }
  })
  if (detail !== undefined) drawText(sheet, detail, { ...textStyle, colour: colours.soft })
  sheet.y += 2
}

export function drawText(sheet: Sheet, text: string, style: TextStyle): void {
  for (const part of sheet.lines(text, sheet.width, style)) {
    sheet.reserve(lineHeight(style.size))
    sheet.mark('P', () => sheet.write(part, { x: margin, y: sheet.y }, style))
    sheet.y += lineHeight(style.size)
  }
  sheet.y += 3
}

/** Names above their figures, in columns. */
export function drawFigures(sheet: Sheet, figures: readonly Figure[]): void {
  const width = sheet.width / columns
  for (let start = 0; start < figures.length; start += columns) {
    sheet.reserve(28)
    const top = sheet.y
    let height = 0
    for (const [index, figure] of figures.slice(start, start + columns).entries()) {
      const x = margin + index * width
      sheet.mark('P', () => {
        const names = sheet.lines(figure.name, width - 8, nameStyle)
        const font = figure.isRemarkable ? ('bold' as const) : ('regular' as const)
        const values = sheet.lines(figure.value, width - 8, { ...valueStyle, font })
        let y = top
        for (const name of names) {
          sheet.write(`${name} `, { x, y }, nameStyle)
          y += lineHeight(nameStyle.size)
        }
        for (const value of values) {
          sheet.write(value, { x, y }, { ...valueStyle, font })
          y += lineHeight(valueStyle.size)
        }
        height = Math.max(height, y - top)
      })
    }
    sheet.y = top + height + 4
  }
}

function drawShares(sheet: Sheet, shares: readonly Share[]): void {
  for (const { tone, name, time, percent } of shares) {
    sheet.reserve(13)
    const { y } = sheet
    sheet.decorate(() =>
      sheet.document
        .rect(margin, y + 2, 10, 8)
        .lineWidth(0.5)
        .fillAndStroke(colours[tone], edge),
    )
    sheet.mark('P', () => {
      const [shown = ''] = sheet.lines(name, sheet.width - 220, textStyle)
      sheet.write(`${shown} `, { x: margin + 16, y }, textStyle)
      sheet.write(`${time} `, { x: margin + sheet.width - 80, y, anchor: 'end' }, textStyle)
      const right = { x: margin + sheet.width, y, anchor: 'end' as const }
      sheet.write(percent, right, { ...textStyle, font: 'bold' })
    })
    sheet.y += 13
  }
  sheet.y += 3
}

function drawNotes(sheet: Sheet, name: string, text: string | null): void {
  drawHeading(sheet, name, undefined)
  if (text !== null) return drawText(sheet, text, { size: 9.5 })
  sheet.reserve(emptyLines * noteLine)
  sheet.decorate(() => {
    for (let index = 0; index < emptyLines; index++) {
      sheet.y += noteLine
      const end = margin + sheet.width
      sheet.document.lineWidth(0.5).moveTo(margin, sheet.y).lineTo(end, sheet.y).stroke(line)
    }
  })
  sheet.y += 10
}
