import { readdirSync, readlinkSync } from 'node:fs'
import type * as promises from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { contentsOf, entry, openJournal } from './testing/journals.ts'

const disk = vi.hoisted(() => ({ isFailing: false }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof promises>()
  const open: typeof original.open = async (path, flags, mode) => {
    // Only directories are opened without a file in them being asked for.
    if (disk.isFailing && flags === 'r') throw new Error('EIO: i/o error, fsync')
    return original.open(path, flags, mode)
  }
  return { ...original, open }
})

/** How many files below `directory` this process has open, as Linux shows them. */
function openFiles(directory: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(directory)
    } catch {
      return false
    }
  }).length
}

it.runIf(process.platform === 'linux')(
  'JR3 a file whose name could not be synced is closed, and the next append begins another',
  async () => {
    const directory = temporaryDirectory()
    const journal = await openJournal(directory)
    disk.isFailing = true
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(journal.append([entry('lost')])).rejects.toThrow('fsync')
    expect(openFiles(directory)).toBe(0)
    disk.isFailing = false
    await journal.append([entry('one')])
    expect(await contentsOf(journal)).toEqual(['one'])
    expect(openFiles(directory)).toBe(1)
  },
)
