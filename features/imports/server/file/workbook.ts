import type { Readable } from 'node:stream'
import type yauzl from 'yauzl'
import { Relations, relationsPath } from './relations.ts'
import { FileRefusal, unreadable } from './row.ts'
import { openZip, entriesOf, partKey, streamOf } from './zip.ts'
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
      const entry = entries.get(partKey(name))
      if (!entry) return
      if (entry.uncompressedSize > maximum)
        throw new FileRefusal('too_large', `${name} has ${entry.uncompressedSize} bytes`)
      await readXml(await streamOf(zip, entry), visit)
    }
    const relationsOf = async (name: string) => {
      const found = new Relations(name)
      await part(relationsPath(name), maximumSmallPart, found.visitor)
      return found
    }
    const root = (await relationsOf('')).ofType('officeDocument') ?? 'xl/workbook.xml'
    const relations = await relationsOf(root)
    const book = { sheets: [] as Sheet[], is1904: false }
    await part(root, maximumSmallPart, bookVisitor(relations, book))
    if (book.sheets.length === 0) throw new FileRefusal('not_readable', 'no sheets')
    const beside = (type: string) => relations.ofType(type) ?? `xl/${type}.xml`
    const dateStyles = new Set<number>()
    await part(beside('styles'), maximumSmallPart, stylesVisitor(dateStyles))
    const texts: string[] = []
    await part(beside('sharedStrings'), maximumTextsPart, textsVisitor(texts))
    const entryOf = ({ path: name }: Sheet) => entries.get(partKey(name))
    return {
      ...{ sheets: book.sheets, is1904: book.is1904, texts, dateStyles },
      bytesOf: (sheet) => entryOf(sheet)?.uncompressedSize ?? 0,
      open: (sheet) => openSheet(zip, entryOf(sheet)),
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

function bookVisitor(
  relations: Relations,
  book: { readonly sheets: Sheet[]; is1904: boolean },
): Visitor {
  return {
    open(name, attributes) {
      if (name === 'workbookPr') {
        const { date1904 = '0' } = attributes
        book.is1904 = date1904 === '1' || date1904 === 'true'
      }
      if (name !== 'sheet') return
      // The prefix of its name is that of the file.
      const [, id = ''] = Object.entries(attributes).find(([each]) => each.endsWith(':id')) ?? []
      const path = relations.withId(id)
      if (path !== undefined) book.sheets.push({ name: attributes['name'] ?? '', path })
    },
  }
}
