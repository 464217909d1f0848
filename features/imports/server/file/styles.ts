import type { Visitor } from './xml.ts'

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Spreadsheets take formats of 255 characters; others may cost their square. */
const maximumFormat = 1_000

/** Whether a format such as `yyyy\-mm\-dd hh:mm` shows a date or a clock. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(
    code.slice(0, maximumFormat).replaceAll(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, ''),
  )

export function stylesVisitor(dateStyles: Set<number>): Visitor {
  const dates = new Set(builtInDates)
  let isInFormats = false
  let count = 0
  return {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt' && isDateFormat(formatCode)) dates.add(Number(numFmtId))
      if (name === 'cellXfs') isInFormats = true
      if (name !== 'xf' || !isInFormats) return
      if (dates.has(Number(numFmtId))) dateStyles.add(count)
      count += 1
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false
    },
  }
}
