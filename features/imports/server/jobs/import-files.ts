import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { measureDiskSpace } from '#kit/server/data-directory/disk-space.ts'
import { guarded } from '#kit/model/spreadsheet-text.ts'
import { writeAll } from '#kit/server/process/write-all.ts'
import type { RefusedRow } from '../../contract/outcome.ts'

const refusedEnd = '.refused'
/** Bytes of one list of refused rows; more are counted only. */
const maximumRefusedBytes = 32 * 1024 * 1024
const head = '\ufeffsheet,line,column,reason,text\r\n'

/** The files of imports, each with the list of its refused rows, in a directory of their own. */
export class ImportFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  path(id: string): string {
    return join(this.#directory, id)
  }

  refusedPath(id: string): string {
    return this.path(id) + refusedEnd
  }

  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
  }

  /** Adds a part behind `offset` bytes; what lay there is replaced. On disk when it resolves. */
  async append(id: string, offset: number, part: Buffer): Promise<void> {
    const file = await open(this.path(id), offset === 0 ? 'w' : 'r+', 0o600)
    try {
      await file.truncate(offset)
      await writeAll(file, part, offset)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** Whether these bytes lie there behind `offset` bytes. */
  async holds(id: string, offset: number, part: Buffer): Promise<boolean> {
    const file = await open(this.path(id), 'r').catch(() => null)
    if (!file) return false
    try {
      const present = Buffer.alloc(part.length)
      const { bytesRead } = await file.read(present, 0, part.length, offset)
      return bytesRead === part.length && present.equals(part)
    } finally {
      await file.close()
    }
  }

  /** The list of refused rows has so many bytes again. */
  async cutRefused(id: string, bytes: number): Promise<void> {
    if (bytes === 0) await rm(this.refusedPath(id), { force: true })
    else await truncate(this.refusedPath(id), bytes)
  }

  /** Adds to the list of refused rows; resolves with its length in bytes. */
  async addRefused(id: string, rows: readonly RefusedRow[]): Promise<number> {
    const path = this.refusedPath(id)
    const file = await open(path, 'a', 0o600)
    try {
      const { size } = await file.stat()
      if (rows.length === 0 || size > maximumRefusedBytes) return size
      const text = (size === 0 ? head : '') + rows.map(lineOf).join('')
      const bytes = Buffer.from(text)
      await writeAll(file, bytes)
      await file.datasync()
      return size + bytes.length
    } finally {
      await file.close()
    }
  }

  /** Length of the list of refused rows; 0 where there is none. */
  async refusedBytes(id: string): Promise<number> {
    return stat(this.refusedPath(id)).then(
      ({ size }) => size,
      () => 0,
    )
  }

  /** Removes the file of an import and, unless it is to stay, its list of refused rows. */
  async remove(id: string, { keepsRefused = false } = {}): Promise<void> {
    await rm(this.path(id), { force: true })
    if (!keepsRefused) await rm(this.refusedPath(id), { force: true })
  }

  /** Removes what belongs to no import: what comes meanwhile stays. */
  async removeOthers(
    readFiles: () => Promise<readonly { readonly id: string; readonly hasFile: boolean }[]>,
  ): Promise<void> {
    const names = await readdir(this.#directory)
    const files = await readFiles()
    const ids = new Set(files.map(({ id }) => id))
    const held = new Set(files.filter(({ hasFile }) => hasFile).map(({ id }) => id))
    for (const name of names) {
      const isList = name.endsWith(refusedEnd)
      const isThere = isList ? ids.has(name.slice(0, -refusedEnd.length)) : held.has(name)
      if (!isThere) await rm(join(this.#directory, name), { force: true })
    }
  }

  /** Whether the disk has more than its reserve free. */
  async hasRoom(): Promise<boolean> {
    return (await measureDiskSpace(this.#directory)).hasReserve
  }
}

const lineOf = ({ sheet, line, column, reason, text }: RefusedRow): string =>
  `${[sheet ?? '', String(line), column ?? '', reason, text].map(quoted).join(',')}\r\n`

function quoted(text: string): string {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
