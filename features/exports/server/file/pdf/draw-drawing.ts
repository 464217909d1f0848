import type { Drawing, Mark } from '../../../contract/report/document.ts'
import { colours } from './colours.ts'
import { margin, type Sheet } from './sheet.ts'

const textSize = 10
/** From the upper edge of a line of the font to its base line, in its sizes. */
const ascent = 1.16

/** Lines stay lines, texts stay texts: nothing is a picture of dots. */
export function drawDrawing(sheet: Sheet, { width, height, marks, text }: Drawing): void {
  const scale = sheet.width / width
  sheet.reserve(height * scale)
  const top = sheet.y
  sheet.mark(
    'Figure',
    () => {
      const { document } = sheet
      document.save().translate(margin, top).scale(scale)
      for (const mark of marks) drawMark(sheet, mark)
      document.restore()
    },
    { alt: text },
  )
  sheet.y = top + height * scale + 4
}

function drawMark(sheet: Sheet, mark: Mark): void {
  const { document } = sheet
  const colour = colours[mark.tone]
  if (mark.kind === 'text') {
    const { x, y, anchor, text } = mark
    const at = { x, y: y - textSize * ascent, anchor }
    sheet.write(text, at, { size: textSize, colour })
    return
  }
  if (mark.kind === 'box') {
    document.rect(mark.x, mark.y, mark.width, mark.height).fill(colour)
    return
  }
  document.save().lineWidth(mark.width).lineJoin('round').lineCap('round')
  if (mark.dash) document.lineCap('butt').dash(mark.dash[0], { space: mark.dash[1] })
  document.path(mark.d).stroke(colour).restore()
}
