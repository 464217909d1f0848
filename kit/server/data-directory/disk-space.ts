import { statfs } from 'node:fs/promises'
import { StartupError } from '../process/startup-error.ts'

const maximumReserveBytes = 512 * 1024 * 1024
const reserveShare = 0.05
/** Below this an engine ends with words of its own, or with half of its files. */
const minimumStartBytes = 16 * 1024 * 1024

/** Whole megabytes, for people. */
export const megabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024))

/** The file system under a directory, in bytes. */
export interface DiskSpace {
  /** What this program could still write. */
  readonly freeBytes: number
  readonly totalBytes: number
  /**
   * What is left free on purpose, so that the engines can merge, checkpoint and log: 5 % of the
   * disk, at most 512 MB.
   */
  readonly reserveBytes: number
  /** Whether more than the reserve is free: new data may be taken. */
  readonly hasReserve: boolean
}

/** Measures the file system under `directory`, which must exist. Costs one system call. */
export async function measureDiskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory)
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
  const reserveBytes = Math.min(maximumReserveBytes, Math.floor(totalBytes * reserveShare))
  return { freeBytes, totalBytes, reserveBytes, hasReserve: freeBytes > reserveBytes }
}

/**
 * Rejects with StartupError when the disk under `directory` is so full that no engine could start.
 * One that cannot be measured is not full: writing will show.
 */
export async function requireDiskSpace(
  directory: string,
  minimumBytes = minimumStartBytes,
): Promise<void> {
  const space = await measureDiskSpace(directory).catch(() => null)
  if (!space || space.freeBytes >= minimumBytes) return
  throw new StartupError(
    `The disk of the data directory ${directory} is full: ${megabytes(space.freeBytes)} MB are ` +
      `free, and a start takes ${megabytes(minimumBytes)}. Free some space, and start again.`,
  )
}
