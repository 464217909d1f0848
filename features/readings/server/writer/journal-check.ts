import type { JournalDamage } from '#kit/server/journal/damage.ts'
import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import type { WriterStatus } from '#kit/server/readings/reading-writer.ts'

/** Names of damaged files that fit into a sentence. */
const namedFiles = 3
/** A disk at its limit takes a second or two now and then. */
const silentMs = 5_000

/**
 * Ready while readings are written to the journal, and the store takes what it holds. While only
 * the store is away readings are taken all the same, for as long as the disk has its reserve. What
 * cannot be read was left out and does not come back: it is a notice, for as long as files of it
 * are there.
 */
export function journalCheck(status: () => WriterStatus): ReadinessCheck {
  return {
    name: 'journal',
    problem() {
      const { journalBytes, storeFailingForMs, damage, ...disk } = status()
      const { hasDiskSpace, writeFailure, diskSilentForMs } = disk
      const waited = Math.round(diskSilentForMs / 1000)
      if (diskSilentForMs > silentMs)
        return `has waited for the disk for ${waited} s; nothing is acknowledged`
      if (writeFailure !== null) return `cannot be written (${writeFailure}); readings are refused`
      if (storeFailingForMs === null) return null
      const megabytes = (journalBytes / 2 ** 20).toFixed(1)
      const seconds = Math.round(storeFailingForMs / 1000)
      const failing =
        damage.failure === null
          ? `the telemetry store has not taken for ${seconds} s`
          : `cannot be read (${damage.failure}) for ${seconds} s and are tried again`
      const readings = hasDiskSpace ? 'are still taken' : 'are refused'
      return `holds ${megabytes} MB that ${failing}; readings ${readings}`
    },
    notice: () => noticeOf(status().damage),
  }
}

function noticeOf({ bytes, files }: JournalDamage): string | null {
  if (files.length === 0) return null
  const named = files.slice(0, namedFiles).map((path) => path.split('/').slice(-3).join('/'))
  const others = files.length > namedFiles ? ` and ${files.length - namedFiles} more` : ''
  const aside = `damaged files are put aside: ${named.join(', ')}${others}`
  if (bytes === 0) return `was damaged before this start; ${aside}`
  return `has lost ${bytes} bytes since the start that the disk could not read; ${aside}`
}
