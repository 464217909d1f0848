import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { FileRefusal, unreadable } from './row.ts'

/** Entries of a package: sheets, drawings, what else a program puts there. */
const maximumEntries = 5_000

export function openZip(path: string): Promise<yauzl.ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<yauzl.ZipFile>()
  yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
    error ? reject(unreadable(error)) : resolve(zip),
  )
  return promise
}

/** Names of parts are the same in capitals and small letters. */
export const partKey = (name: string): string => name.toLowerCase()

/** The entries of a package by `partKey`. */
export async function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  if (zip.entryCount > maximumEntries)
    throw new FileRefusal('dangerous', `${zip.entryCount} entries`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: yauzl.Entry) => {
    entries.set(partKey(entry.fileName), entry)
    zip.readEntry()
  })
  zip.on('end', resolve)
  zip.on('error', reject)
  zip.readEntry()
  await promise
  return entries
}

export function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new FileRefusal('encrypted', entry.fileName)
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  return promise
}
