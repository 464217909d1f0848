import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { ZipFile } from 'yazl'
import { EntryNames } from './entry-names.ts'

/** A ZIP of files, written as they are read; its 64-bit form where it grows so large. */
export class ArchiveFile {
  readonly #zip = new ZipFile()
  readonly #output: WriteStream
  readonly #names = new EntryNames()

  constructor(path: string) {
    this.#output = createWriteStream(path)
    this.#zip.outputStream.pipe(this.#output)
    this.#zip.on('error', (error) => this.#output.destroy(error))
  }

  get bytes(): number {
    return this.#output.bytesWritten
  }

  /** Puts a file into it, under this name or one like it; resolves when it has been read. */
  async add(path: string, name: string): Promise<void> {
    const input = createReadStream(path)
    const read = once(input, 'close')
    // Workbooks and PDFs are compressed already.
    const isPlain = name.endsWith('.csv')
    this.#zip.addReadStream(input, this.#names.take(name), {
      ...{ compress: isPlain, mtime: new Date() },
      ...(isPlain ? { compressionLevel: 6 } : {}),
    })
    await read
  }

  /** Resolves with its bytes when it is written. */
  async end(): Promise<number> {
    this.#zip.end()
    await once(this.#output, 'close')
    return this.#output.bytesWritten
  }
}
