import { xmlText } from './xml-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Formats of cells, by their place in `styles`. */
export const style = {
  plain: 0,
  time: 1,
  head: 2,
  guarded: 3,
  bad: 4,
  uncertain: 5,
  guardedHead: 6,
} as const

/** The date and time with milliseconds, the same in every language. */
const timeFormat = 'yyyy-mm-dd hh:mm:ss.000'

/** Formats of the cells; `guarded`: a text stays a text when somebody edits it. */
export const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="1"><numFmt numFmtId="164" formatCode="${timeFormat}"/></numFmts>` +
  '<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><strike/><sz val="11"/><color rgb="FF9C0006"/><name val="Calibri"/></font>' +
  '<font><i/><sz val="11"/><color rgb="FF7F6000"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="7"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/>' +
  '<xf fontId="1" xfId="0" applyFont="1"/><xf quotePrefix="1" xfId="0"/>' +
  '<xf fontId="2" xfId="0" applyFont="1"/><xf fontId="3" xfId="0" applyFont="1"/>' +
  '<xf fontId="1" quotePrefix="1" xfId="0" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>'

export function sheetStart(widths: readonly number[], isFirst: boolean): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews>` +
    `<sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>' +
    `</sheetViews><cols>${columns.join('')}</cols><sheetData>`
  )
}
export const sheetEnd = '</sheetData></worksheet>'

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

export function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}">` +
    `<sheets>${sheets.join('')}</sheets></workbook>`
  )
}

/** What the workbook consists of: its sheets, then formats and texts. */
export function workbookRelations(sheetCount: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${officeRelations}/${type}" Target="${target}"/>`
  const sheets = Array.from({ length: sheetCount }, (_, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  return (
    `${declaration}<Relationships xmlns="${packageRelations}">${sheets.join('')}` +
    relation(sheetCount + 1, 'styles', 'styles.xml') +
    `${relation(sheetCount + 2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`
  )
}

export const packageRelation =
  `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" ` +
  `Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function types(sheetCount: number): string {
  const part = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${spreadsheetType}.${type}+xml"/>`
  const sheets = Array.from({ length: sheetCount }, (_, index) =>
    part(sheetPath(index + 1), 'worksheet'),
  )
  return (
    `${declaration}<Types xmlns="${contentTypes}">` +
    '<Default Extension="rels" ' +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${part('xl/workbook.xml', 'sheet.main')}${sheets.join('')}` +
    `${part('xl/styles.xml', 'styles')}${part('xl/sharedStrings.xml', 'sharedStrings')}</Types>`
  )
}

export function sharedStrings(texts: Iterable<string>): string {
  const items = [...texts].map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`)
  return `${declaration}<sst xmlns="${main}">${items.join('')}</sst>`
}
