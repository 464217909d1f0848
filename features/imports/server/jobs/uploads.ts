import { randomUUID } from 'node:crypto'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { maximumOpenImports, partBytes, type ImportFailure } from '../../contract/routes.ts'
import type { ImportFiles } from './import-files.ts'
import type { ImportServices } from './import-services.ts'
import {
  countOpen,
  insertImport,
  readImport,
  writeReceived,
  type StoredImport,
} from './imports-store.ts'
import { writeInspected } from './progress-store.ts'

/** Files on their way to the server, in parts. */
export class Uploads {
  readonly #services: ImportServices
  readonly #files: ImportFiles
  readonly #receiving = new Set<string>()

  constructor(services: ImportServices, files: ImportFiles) {
    this.#services = services
    this.#files = files
  }

  /** Refused on field `fileName` while too many files of this person are there. */
  async create(
    caller: Caller,
    { fileName, bytes }: Pick<StoredImport, 'fileName' | 'bytes'>,
    origin: AuditOrigin,
  ): Promise<StoredImport> {
    const { sql, clock } = this.#services
    if (!(await this.#files.hasRoom())) throw new AppError('store_unavailable', 'The disk is full')
    const id = randomUUID()
    return sql.transaction().execute(async (transaction) => {
      if ((await countOpen(transaction, caller.userId)) >= maximumOpenImports)
        throw refusedField('fileName', fieldError('imports_open', { maximum: maximumOpenImports }))
      await this.#services.audit(transaction, origin, {
        ...{ action: 'import.upload', entity: 'import', entityId: id, entityName: fileName },
        after: { bytes },
      })
      return insertImport(transaction, { id, ownerId: caller.userId, fileName, bytes, at: clock() })
    })
  }

  /**
   * Adds a part of a file; how many bytes have arrived then. The part that arrived last may come
   * again: whoever got no answer sends it once more.
   */
  async receive(stored: StoredImport, offset: number, part: Buffer): Promise<number> {
    if (this.#receiving.has(stored.id)) throw new AppError('conflict', 'A part is on its way')
    this.#receiving.add(stored.id)
    try {
      return await this.#receive(stored, offset, part)
    } finally {
      this.#receiving.delete(stored.id)
    }
  }

  async #receive({ id, ownerId }: StoredImport, offset: number, part: Buffer): Promise<number> {
    const { sql, clock } = this.#services
    // Only now nobody else adds to it.
    const stored = await readImport(sql, ownerId, id)
    if (!stored) throw new AppError('not_found', 'There is no such import')
    const { bytes, received: before } = stored
    const received = offset + part.length
    if (part.length === 0) throw refusedField('data', fieldError('required'))
    if (received === before && (await this.#files.holds(id, offset, part))) return received
    if (stored.state !== 'uploading' || offset !== before)
      throw new AppError('conflict', `${before} bytes have arrived`)
    if (part.length > partBytes || received > bytes)
      throw refusedField('data', fieldError('too_large', { maximum: bytes - offset }))
    if (!(await this.#files.hasRoom())) throw new AppError('store_unavailable', 'The disk is full')
    await this.#files.append(id, offset, part)
    await writeReceived(sql, id, { received, isWhole: received === bytes, at: clock() })
    return received
  }

  /**
   * Notes whether a file that nobody has checked yet can be read, for the list; that the process
   * which read it ended says nothing of the file.
   */
  async inspected(id: string, failure: ImportFailure | null): Promise<void> {
    if (failure !== 'defect') await writeInspected(this.#services.sql, id, failure)
  }
}
