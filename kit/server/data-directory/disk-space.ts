import { statfs } from 'node:fs/promises'

const maximumReserveBytes = 512 * 1024 * 1024
const reserveShare = 0.05

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
