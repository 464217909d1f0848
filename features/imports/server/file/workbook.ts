import type { Readable } from 'node:stream'
import type yauzl from 'yauzl'
import { FileRefusal, unreadable } from './row.ts'
import { openZip, entriesOf, streamOf } from './zip.ts'
import { type Visitor, readXml } from './xml.ts'
import { stylesVisitor } from './styles.ts'
import { textsVisitor } from './shared-texts.ts'

/** Bytes that a part may unpack to. */
const maximumSmallPart = 16 * 1024 * 1024
const maximumTextsPart = 64 * 1024 * 1024
const maximumSheetPart = 4 * 1024 ** 3

export interface Sheet {
  readonly name: string
  readonly path: string
}

/** What the rows of a workbook need besides their own sheet. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly texts: readonly string[]
  /** Formats of cells that show a date, by their place in the list. */
  readonly dateStyles: ReadonlySet<number>
  readonly is1904: boolean
  /** Bytes that a sheet unpacks to. */
  readonly bytesOf: (sheet: Sheet) => number
  readonly open: (sheet: Sheet) => Promise<Readable>
  readonly close: () => void
}

/** Opens a package and reads its small parts; every part is bounded. Throws `FileRefusal`. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip)
    const part = async (name: string, maximum: number, visit: Visitor) => {
      const entry = entries.get(name)
      if (!entry) return
      if (entry.uncompressedSize > maximum)
        throw new FileRefusal('too_large', `${name} has ${entry.uncompressedSize} bytes`)
      await readXml(await streamOf(zip, entry), visit)
    }
    const targets = new Map<string, string>()
    await part('xl/_rels/workbook.xml.rels', maximumSmallPart, relations(targets))
    const book = { sheets: [] as Sheet[], is1904: false }
    await part('xl/workbook.xml', maximumSmallPart, bookVisitor(targets, book))
    if (book.sheets.length === 0) throw new FileRefusal('not_readable', 'no sheets')
    const dateStyles = new Set<number>()
    await part('xl/styles.xml', maximumSmallPart, stylesVisitor(dateStyles))
    const texts: string[] = []
    await part('xl/sharedStrings.xml', maximumTextsPart, textsVisitor(texts))
    return {
      ...{ sheets: book.sheets, is1904: book.is1904, texts, dateStyles },
      bytesOf: (sheet) => entries.get(sheet.path)?.uncompressedSize ?? 0,
      open: (sheet) => openSheet(zip, entries.get(sheet.path)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw unreadable(error)
  }
}

async function openSheet(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable> {
  if (!entry) throw new FileRefusal('not_readable', 'a sheet is missing')
  if (entry.uncompressedSize > maximumSheetPart)
    throw new FileRefusal('too_large', `${entry.fileName} has ${entry.uncompressedSize} bytes`)
  return streamOf(zip, entry)
}

const relations = (targets: Map<string, string>): Visitor => ({
  open(name, { Id = '', Target = '' }) {
    if (name !== 'Relationship') return
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  },
})

function bookVisitor(
  targets: ReadonlyMap<string, string>,
  book: { readonly sheets: Sheet[]; is1904: boolean },
): Visitor {
  return {
    open(name, attributes) {
      if (name === 'workbookPr') {
        const { date1904 = '0' } = attributes
        book.is1904 = date1904 === '1' || date1904 === 'true'
      }
      if (name !== 'sheet') return
      const relation = attributes['r:id'] ?? ''
      const path = targets.get(relation)
      if (path !== undefined) book.sheets.push({ name: attributes['name'] ?? '', path })
    },
  }
}
