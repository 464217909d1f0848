import { constants, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeAll } from '../process/write-all.ts'

/** A file of the journal that is being written. */
export interface AppendFile {
  /**
   * Resolves when the bytes are on disk, the file's length too. After a rejection nothing more may
   * be appended.
   */
  append(bytes: Buffer): Promise<void>
  close(): Promise<void>
}

/** The file system as the journal uses it; tests put one that fails in its place. */
export interface JournalFiles {
  /** Names in the directory, which is created when it is missing. */
  list(directory: string): Promise<readonly string[]>
  /** A new file that outlives a power cut, its name too. Rejects when it exists. */
  create(path: string): Promise<AppendFile>
  /** Up to `length` bytes from `position`; fewer at the end of the file. */
  read(path: string, position: number, length: number): Promise<Buffer>
  /** Bytes of the file. */
  size(path: string): Promise<number>
  remove(path: string): Promise<void>
  /**
   * Gives a file that is not needed any more a new name, under which nobody reads or removes it;
   * resolves with that.
   */
  rejectLine(path: string): Promise<string>
}

// With O_DSYNC one call writes and syncs: one trip through the thread pool instead of two.
const flags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC

export const diskFiles: JournalFiles = {
  async list(directory) {
    const first = await mkdir(directory, { recursive: true, mode: 0o700 })
    if (first !== undefined) await syncAround(resolve(first), resolve(directory))
    return readdir(directory)
  },
  async create(path) {
    const file = await open(path, flags, 0o600)
    try {
      await syncDirectory(dirname(path))
    } catch (error) {
      await file.close()
      throw error
    }
    return { append: (bytes) => writeAll(file, bytes), close: () => file.close() }
  },
  async read(path, position, length) {
    const file = await open(path, 'r')
    try {
      const bytes = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    } finally {
      await file.close()
    }
  },
  size: async (path) => (await stat(path)).size,
  remove: (path) => rm(path, { force: true }),
  async rejectLine(path) {
    // What was put aside before stays.
    for (let number = 1; ; number++) {
      const name = number === 1 ? `${path}.damaged` : `${path}.damaged-${number}`
      if (existsSync(name)) continue
      await rename(path, name)
      return name
    }
  },
}

/** A new directory may be lost with the power as long as the one around it is not synced. */
async function syncAround(first: string, last: string): Promise<void> {
  for (let path = last; path.length >= first.length; path = dirname(path))
    await syncDirectory(dirname(path))
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
