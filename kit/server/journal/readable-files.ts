import { setTimeout as delay } from 'node:timers/promises'
import type { JournalFiles } from './journal-files.ts'

/** How a read that the disk answers with an error is tried again. */
export interface ReadRetries {
  readonly tries: number
  readonly pauseMs: number
}

export const readRetries: ReadRetries = { tries: 5, pauseMs: 1_000 }

/** Disks fail by blocks: what lies in the others can be read. */
const blockBytes = 4 * 1024
/** What lies so near must be readable in some part, or the whole disk is away. */
const nearBytes = 1024 * 1024

/**
 * The files, except that blocks which the disk cannot read, again and again, are read as zeros:
 * whoever reads finds that damaged, and what lies around it whole. Rejects when nothing around them
 * can be read either: then it is the disk that is away.
 */
export function withUnreadableBlocks(files: JournalFiles, retries = readRetries): JournalFiles {
  return {
    list: (directory) => files.list(directory),
    create: (path) => files.create(path),
    remove: (path) => files.remove(path),
    putAside: (path) => files.putAside(path),
    async read(path, position, length) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await files.read(path, position, length)
        } catch (error) {
          if (!isUnreadable(error)) throw error
          if (attempt < retries.tries) await delay(retries.pauseMs)
          else return readAround(files, path, position, length)
        }
      }
    },
  }
}

async function readAround(
  files: JournalFiles,
  path: string,
  position: number,
  length: number,
): Promise<Buffer> {
  const part = await readBlocks(files, path, position, position + length)
  if (part.isAnyReadable) return part.bytes
  const begin = Math.max(0, position - nearBytes)
  const before = await readBlocks(files, path, begin, position)
  const end = position + length
  if (before.isAnyReadable || (await readBlocks(files, path, end, end + nearBytes)).isAnyReadable)
    return part.bytes
  throw part.error
}

interface Blocks {
  readonly bytes: Buffer
  readonly isAnyReadable: boolean
  readonly error: unknown
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
    return { bytes, isAnyReadable: bytes.length > 0, error: null }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const middle = boundaryNear((begin + end) / 2, begin)
    if (middle >= end) return { bytes: Buffer.alloc(end - begin), isAnyReadable: false, error }
    const first = await readBlocks(files, path, begin, middle)
    const second = await readBlocks(files, path, middle, end)
    return {
      bytes: Buffer.concat([first.bytes, second.bytes]),
      isAnyReadable: first.isAnyReadable || second.isAnyReadable,
      error,
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
