import { measureDiskSpace, megabytes } from '../data-directory/disk-space.ts'

/** One thing without which the server does not do its work. */
export interface ReadinessCheck {
  /** As `/api/ready` names it. */
  readonly name: string
  /** Why it is not ready, as the end of a sentence that begins with its name; null when it is. */
  problem(): Promise<string | null> | string | null
  /** What somebody should look at although it is ready; null when there is nothing. */
  notice?(): string | null
}

/** Ready while the disk under `directory` has its reserve free. */
export function diskCheck(directory: string): ReadinessCheck {
  return {
    name: 'disk',
    async problem() {
      const { hasReserve, freeBytes, reserveBytes } = await measureDiskSpace(directory)
      return hasReserve
        ? null
        : `has ${megabytes(freeBytes)} MB free, less than its reserve ` +
            `of ${megabytes(reserveBytes)} MB`
    },
  }
}
