import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import type { WriterStatus } from '#kit/server/reading-writer.ts'

/**
 * Ready while the store takes what the journal holds. Readings are taken all the same, for as long
 * as the disk has its reserve.
 */
export function journalCheck(status: () => WriterStatus): ReadinessCheck {
  return {
    name: 'journal',
    problem() {
      const { journalBytes, storeFailingForMs } = status()
      if (storeFailingForMs === null) return null
      const megabytes = (journalBytes / 2 ** 20).toFixed(1)
      const seconds = Math.round(storeFailingForMs / 1000)
      const failing = `the telemetry store has not taken for ${seconds} s`
      return `holds ${megabytes} MB that ${failing}; readings are still taken`
    },
  }
}
