import { createWriteStream, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { ZipFile } from 'yazl'
import { temporaryDirectory } from '#testing/temporary-directory.ts'

/** A file with this content; its path. */
export function fileOf(content: string | Buffer, name = 'file'): string {
  const path = join(temporaryDirectory(), name)
  writeFileSync(path, content)
  return path
}

/** A package of these parts; its path. */
export async function packageOf(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const path = join(temporaryDirectory(), 'book.xlsx')
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text as string), name)
  zip.end()
  const output = createWriteStream(path)
  zip.outputStream.pipe(output)
  await once(output, 'close')
  return path
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook with one sheet, `Data`, of these rows as XML. */
export const partsOf = (
  rows: string,
  { date1904 = false, texts = '' }: { readonly date1904?: boolean; readonly texts?: string } = {},
): Readonly<Record<string, string>> => ({
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${relation}">
    <workbookPr date1904="${date1904 ? 1 : 0}"/>
    <sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>
    <Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})
