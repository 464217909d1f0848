import { Batches } from '../file/batches.ts'
import { RowMapper } from '../file/mapped-rows.ts'
import { Names } from '../file/names.ts'
import { openRows } from '../file/open-rows.ts'
import { inspect } from '../inspection/inspect.ts'
import type { Answer, ReaderRequest } from './messages.ts'

/** Executes the requests about one file. */
export class FileReader {
  #reading: Names | Batches | null = null

  /** Requests come one after another. */
  async execute(request: ReaderRequest): Promise<Answer> {
    if (request.type === 'inspect')
      return { type: 'inspect', inspection: await inspect(request.path, request.form) }
    if (request.type === 'next') {
      if (!this.#reading) throw new Error('no file is open')
      return this.#reading.next()
    }
    const { path, mapping } = request
    const source = await openRows(path, mapping)
    if (request.type === 'open') {
      const { head, is1904 } = source
      this.#reading = new Batches(source, new RowMapper({ ...request, head, is1904 }))
    } else if (mapping.shape.kind === 'long') this.#reading = new Names(source, mapping.shape)
    return { type: 'opened' }
  }
}
