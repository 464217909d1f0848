import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JournalFiles } from './journal-files.ts'

/** How a read that the disk answers with an error is retried. */
export interface ReadRetries {
  readonly attempts: number
  readonly pauseMs: number
}

export const readRetries: ReadRetries = { attempts: 5, pauseMs: 1_000 }

/** Disks fail by blocks: what lies in the others can be read. */
const blockBytes = 4 * 1024
/** Where something so near can be read, the disk is there. */
const nearBytes = 1024 * 1024
const probeName = 'probe'
const probeBytes = Buffer.from('Whether the disk is there')

/**
 * The files, except that blocks which the disk cannot read, again and again, are read as zeros:
 * whoever reads finds that damaged, and what lies around it whole. `onUnreadable` learns of the
 * file. Rejects while the disk is away: when nothing around them can be read, and the disk does not
 * take a new file either. A size that the disk does not say is 0.
 */
export function withUnreadableBlocks(
  files: JournalFiles,
  retries = readRetries,
  onUnreadable: (path: string) => void = () => {},
): JournalFiles {
  /** Files of which nothing can be read: they are not waited for at each read. */
  const unreadable = new Set<string>()
  return {
    ...files,
    size: (path) => sizeOf(files, path),
    async read(path, position, length) {
      let failure: unknown
      for (let attempt = 1; attempt <= retries.attempts; attempt++) {
        try {
          return await files.read(path, position, length)
        } catch (error) {
          if (!isUnreadable(error)) throw error
          failure = error
          if (unreadable.has(path)) break
          if (attempt < retries.attempts) await delay(retries.pauseMs)
        }
      }
      const size = await sizeOf(files, path)
      const end = Math.max(position, Math.min(position + length, size))
      const part = await readBlocks(files, path, position, end)
      if (!part.isAnyReadable && !(await isAnyNear(files, path, position, end, size))) {
        if (!(await isDiskThere(files, dirname(path)))) throw failure
        unreadable.add(path)
      }
      onUnreadable(path)
      return part.bytes
    },
  }
}

async function sizeOf(files: JournalFiles, path: string): Promise<number> {
  try {
    return await files.size(path)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return 0
  }
}

async function isAnyNear(
  files: JournalFiles,
  path: string,
  begin: number,
  end: number,
  size: number,
): Promise<boolean> {
  const before = await readBlocks(files, path, Math.max(0, begin - nearBytes), begin)
  if (before.isAnyReadable) return true
  const behind = await readBlocks(files, path, end, Math.max(end, Math.min(end + nearBytes, size)))
  return behind.isAnyReadable
}

/** Whether the disk takes a new file in the directory, and gives it back. */
async function isDiskThere(files: JournalFiles, directory: string): Promise<boolean> {
  const path = join(directory, probeName)
  try {
    await files.remove(path)
    const file = await files.create(path)
    try {
      await file.append(probeBytes)
    } finally {
      await file.close()
    }
    const bytes = await files.read(path, 0, probeBytes.length)
    return bytes.equals(probeBytes)
  } catch {
    return false
  } finally {
    await files.remove(path).catch(() => {})
  }
}

interface Blocks {
  readonly bytes: Buffer
  readonly isAnyReadable: boolean
}

/** What lies between two places of a file, or up to its end. */
async function readBlocks(
  files: JournalFiles,
  path: string,
  begin: number,
  end: number,
): Promise<Blocks> {
  try {
    const bytes = await files.read(path, begin, end - begin)
    return { bytes, isAnyReadable: bytes.length > 0 }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const middle = boundaryNear((begin + end) / 2, begin)
    if (middle >= end) return { bytes: Buffer.alloc(end - begin), isAnyReadable: false }
    const first = await readBlocks(files, path, begin, middle)
    const second = await readBlocks(files, path, middle, end)
    return {
      bytes: Buffer.concat([first.bytes, second.bytes]),
      isAnyReadable: first.isAnyReadable || second.isAnyReadable,
    }
  }
}

/** Where a block begins, about in the middle, and behind `begin` in any case. */
function boundaryNear(middle: number, begin: number): number {
  const boundary = Math.floor(middle / blockBytes) * blockBytes
  return boundary > begin ? boundary : (Math.floor(begin / blockBytes) + 1) * blockBytes
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO'
}
