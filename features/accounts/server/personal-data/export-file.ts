import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { PersonalRecords } from '#kit/server/personal-data/personal-data.ts'
import { readMe } from './read-me.ts'

/** All that is stored about a person as a ZIP: a README, a JSON file of each source, files. */
export async function exportFile(
  records: readonly PersonalRecords[],
  madeAt: Date,
): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, content: Buffer) => zip.addBuffer(content, name, { mtime: madeAt })
  add('README.txt', Buffer.from(readMe(records, madeAt)))
  for (const { name, rows } of records) {
    const plain = rows.map((row, index) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          if (!(value instanceof Uint8Array)) return [column, value]
          const path = `files/${name}-${index + 1}-${column}`
          add(path, Buffer.from(value))
          return [column, path]
        }),
      ),
    )
    add(`${name}.json`, Buffer.from(`${JSON.stringify(plain, null, 2)}\n`))
  }
  zip.end()
  return buffer(zip.outputStream)
}
