import type { Readable } from 'node:stream'
import sax from 'sax'
import yauzl from 'yauzl'
import { FileRefusal } from './row.ts'

/** Entries of a package: sheets, drawings, what else a program puts there. */
const maximumEntries = 5_000
/** Bytes that a part may unpack to. */
const maximumSmallPart = 16 * 1024 * 1024
const maximumTextsPart = 64 * 1024 * 1024
const maximumSheetPart = 4 * 1024 ** 3
const maximumSharedTexts = 1_000_000
/** Characters of a cell; spreadsheets take fewer. */
export const maximumCellText = 40_000

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
    const part = async (name: string, most: number, visit: Visitor) => {
      const entry = entries.get(name)
      if (!entry) return
      if (entry.uncompressedSize > most)
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

/** A defect of the file, if it is not said to be something else. */
export const unreadable = (error: unknown): FileRefusal =>
  error instanceof FileRefusal
    ? error
    : new FileRefusal('not_readable', error instanceof Error ? error.message : String(error))

function openZip(path: string): Promise<yauzl.ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<yauzl.ZipFile>()
  yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
    error ? reject(unreadable(error)) : resolve(zip),
  )
  return promise
}

async function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  if (zip.entryCount > maximumEntries)
    throw new FileRefusal('dangerous', `${zip.entryCount} entries`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: yauzl.Entry) => {
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.on('end', resolve)
  zip.on('error', reject)
  zip.readEntry()
  await promise
  return entries
}

function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new FileRefusal('encrypted', entry.fileName)
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  return promise
}

async function openSheet(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable> {
  if (!entry) throw new FileRefusal('not_readable', 'a sheet is missing')
  if (entry.uncompressedSize > maximumSheetPart)
    throw new FileRefusal('too_large', `${entry.fileName} has ${entry.uncompressedSize} bytes`)
  return streamOf(zip, entry)
}

/** What is told of a part as it is read. */
export interface Visitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** A parser for one part. A document type, with which entities are declared, is refused. */
export function xmlParser(visit: Visitor): sax.SAXParser {
  const parser = sax.parser(true, { position: false })
  let failure: Error | null = null
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.onopentag = ({ name, attributes }) => {
    const plain = attributes as Readonly<Record<string, string>>
    visit.open(localName(name), plain)
  }
  parser.ontext = (text) => visit.text?.(text)
  parser.oncdata = (text) => visit.text?.(text)
  parser.onclosetag = (name) => visit.close?.(localName(name))
  parser.ondoctype = () => {
    failure ??= new FileRefusal('dangerous', 'a document type')
    throw failure
  }
  parser.onerror = (error) => {
    throw failure ?? unreadable(error)
  }
  return parser
}

async function readXml(stream: Readable, visit: Visitor): Promise<void> {
  const parser = xmlParser(visit)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of stream as AsyncIterable<Buffer>)
    parser.write(decoder.decode(chunk, { stream: true }))
  parser.write(decoder.decode()).close()
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

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Whether a format such as `yyyy\-mm\-dd hh:mm` shows a date or a clock. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, ''))

function stylesVisitor(dateStyles: Set<number>): Visitor {
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

function textsVisitor(texts: string[]): Visitor {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
      if (name === 'rPh') isPhonetic = true
    },
    text(part) {
      if (isText && !isPhonetic && text.length < maximumCellText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      if (texts.length >= maximumSharedTexts) throw new FileRefusal('too_large', 'too many texts')
      texts.push(unescaped(text))
    },
  }
}

/** The escape of spreadsheets for what XML cannot write. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
}
