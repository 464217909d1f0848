import { inflateRawSync } from 'node:zlib'

/** The entries of a zip file by their names, read from its directory. */
export function unzipped(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place))
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const start = file.readUInt32LE(at + 42)
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const packed = file.subarray(content, content + file.readUInt32LE(at + 20))
    entries.set(name, file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed))
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
}

/** What a program that opens the file reads in the place of this XML. */
function textOf(xml: string): string {
  return xml
    .replaceAll(/&(\w+);/g, (_, name: string) => named[name] ?? '?')
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

export interface ReadCell {
  readonly value: number | string
  /** The format of the cell, by its place in the file's list. */
  readonly style: number
}

/** A sheet as a program reads it: rows by number, cells by letter. */
export interface ReadSheet {
  readonly name: string
  readonly xml: string
  readonly rows: readonly Readonly<Record<string, ReadCell>>[]
}

/** Reads a workbook without the code that writes it. */
export function readWorkbook(file: Buffer): readonly ReadSheet[] {
  const entries = unzipped(file)
  const part = (name: string) => entries.get(name)?.toString('utf8') ?? ''
  const items = part('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)
  const shared = [...items].map(([, text = '']) => textOf(text))
  const sheets = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g)]
  return sheets.map(([, name = '', number = '']) => {
    const xml = part(`xl/worksheets/sheet${number}.xml`)
    const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
      cellsOf(row, shared),
    )
    return { name: textOf(name), xml, rows }
  })
}

function cellsOf(row: string, shared: readonly string[]): Readonly<Record<string, ReadCell>> {
  const cells = row.matchAll(/<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs)
  return Object.fromEntries(
    [...cells].map(([, letter = '', style = '0', type, content = '']) => {
      const text = textOf(content.replaceAll(/<[^>]*>/g, ''))
      const value = type === 's' ? (shared[Number(text)] ?? '?') : text
      return [letter, { value: type === undefined ? Number(text) : value, style: Number(style) }]
    }),
  )
}

/** The values of a row, by its letters in their order. */
export const valuesOf = (row: Readonly<Record<string, ReadCell>> = {}) =>
  Object.values(row).map(({ value }) => value)

/** What a date of a spreadsheet says on the wall clock: `2026-11-01 01:30:00.250`. */
export function clockText(serial: number | string | undefined): string {
  const local = Math.round((Number(serial) - 25_569) * 86_400_000)
  return new Date(local).toISOString().slice(0, -1).replace('T', ' ')
}
