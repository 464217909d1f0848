import type { BaseLogger } from 'pino'
import { measureDiskSpace } from './disk-space.ts'

const measureIntervalMs = 250

/** Whether the disk has its reserve, at once: measured again and again while the program runs. */
export interface DiskWatch {
  readonly hasReserve: boolean
  close(): void
}

/**
 * Watches the disk under `directory`. A disk that cannot be measured has its reserve: writing will
 * show.
 */
export async function watchDisk(directory: string, log: BaseLogger): Promise<DiskWatch> {
  let hasReserve = true
  let isMeasuring = false
  const measure = async () => {
    isMeasuring = true
    const space = await measureDiskSpace(directory).catch(() => null)
    isMeasuring = false
    if (space && space.hasReserve !== hasReserve) {
      hasReserve = space.hasReserve
      if (hasReserve) log.info('the disk has its reserve again: readings are taken')
      else
        log.error(
          { freeBytes: space.freeBytes },
          'the disk has less than its reserve free: no readings are taken',
        )
    }
  }
  await measure()
  const timer = setInterval(() => {
    // The disk of a server that is away answers late: it is asked once, not four times a second.
    if (!isMeasuring) void measure()
  }, measureIntervalMs).unref()
  return {
    get hasReserve() {
      return hasReserve
    },
    close: () => clearInterval(timer),
  }
}
