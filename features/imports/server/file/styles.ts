import type { Visitor } from './xml.ts'

/** Numbers of formats that every program has, first and last; from 27 and 50 on of East Asia. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const isBuiltInDate = (id: number) =>
  builtInDates.some(([first, last]) => id >= first && id <= last)

/** Spreadsheets take formats of 255 characters; others may cost their square. */
const maximumFormat = 1_000

/** Whether a format such as `yyyy\-mm\-dd hh:mm` shows a date or a clock. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(
    code.slice(0, maximumFormat).replaceAll(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, ''),
  )

export function stylesVisitor(dateStyles: Set<number>): Visitor {
  const dates = new Set<number>()
  const others = new Set<number>()
  let isInFormats = false
  let count = 0
  return {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') (isDateFormat(formatCode) ? dates : others).add(Number(numFmtId))
      if (name === 'cellXfs') isInFormats = true
      if (name !== 'xf' || !isInFormats) return
      const id = Number(numFmtId)
      if (dates.has(id) || (isBuiltInDate(id) && !others.has(id))) dateStyles.add(count)
      count += 1
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false
    },
  }
}
