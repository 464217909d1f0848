import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { PersonalRecords, PersonalRow } from '#kit/server/personal-data/personal-data.ts'
import { nextSlice } from '#kit/server/process/slices.ts'
import { readMe } from './read-me.ts'

/** Rows that are written in one turn of the event loop: others are answered between them. */
const rowsInSlice = 200

/** All that is stored about a person as a ZIP: a README, a JSON file of each source, files. */
export async function exportFile(
  records: readonly PersonalRecords[],
  madeAt: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, content: Buffer) => zip.addBuffer(content, name, { mtime: madeAt })
  add('README.txt', Buffer.from(readMe(records, madeAt)))
  for (const each of records) add(`${each.name}.json`, await rowsAsJson(each, add))
  zip.end()
  return buffer(zip.outputStream)
}

/** The rows as an array of JSON; bytes become files of their own, which `add` takes. */
async function rowsAsJson(
  { name, rows }: PersonalRecords,
  add: (path: string, content: Buffer) => void,
): Promise<Buffer> {
  const plain = (row: PersonalRow, index: number) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        if (!(value instanceof Uint8Array)) return [column, value]
        const path = `files/${name}-${index + 1}-${column}`
        add(path, Buffer.from(value))
        return [column, path]
      }),
    )
  const parts: Buffer[] = []
  for (let from = 0; from < rows.length; from += rowsInSlice) {
    await nextSlice()
    const slice = rows.slice(from, from + rowsInSlice)
    const json = JSON.stringify(
      slice.map((row, index) => plain(row, from + index)),
      null,
      2,
    )
    // Without its brackets: the slices are one array.
    parts.push(Buffer.from(`${from === 0 ? '[' : ','}${json.slice(1, -2)}`))
  }
  return Buffer.concat([...parts, Buffer.from(parts.length === 0 ? '[]\n' : '\n]\n')])
}
