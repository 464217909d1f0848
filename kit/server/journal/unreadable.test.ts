import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { Journal } from './journal.ts'
import { diskFiles, type JournalFiles } from './journal-files.ts'
import { contentsOf, entry, filesIn, openJournal, smallFiles } from './testing/journals.ts'

const blockBytes = 4 * 1024
const headerOfFile = 44

const unreadable = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })

/** A disk on which some blocks of every file cannot be read; `fails` counts down those that can. */
class BadDisk {
  blocks: ReadonlySet<number> = new Set()
  /** Reads that fail whatever they read. */
  failingReads = 0
  /** A file of which nothing can be read. */
  badFile: string | null = null
  isSizeKnown = true
  readonly files: JournalFiles = {
    ...diskFiles,
    read: async (path, position, length) => {
      const first = Math.floor(position / blockBytes)
      const last = Math.floor((position + length - 1) / blockBytes)
      const isProbe = path.endsWith('probe')
      const isBad =
        path === this.badFile ||
        (!isProbe && [...this.blocks].some((block) => block >= first && block <= last))
      if (!isBad && this.failingReads <= 0) return diskFiles.read(path, position, length)
      this.failingReads--
      throw unreadable()
    },
    size: async (path) => {
      if (path === this.badFile && !this.isSizeKnown) throw unreadable()
      return diskFiles.size(path)
    },
  }
}

/** A journal of entries of some thousand bytes each, in one file. */
async function filledJournal() {
  const disk = new BadDisk()
  const directory = temporaryDirectory()
  const damaged: number[] = []
  const options = {
    files: disk.files,
    readRetries: { attempts: 3, pauseMs: 0 },
    onDamage: (_path: string, begin: number, end: number) => void damaged.push(end - begin),
  }
  const journal = await openJournal(directory, options)
  const entries: { text: string; begin: number; end: number }[] = []
  for (let index = 0; index < 12; index++) {
    const text = String.fromCodePoint(97 + index).repeat(1_000 + index * 700)
    const begin = journal.end
    entries.push({ text, begin, end: await journal.append([entry(text)]) })
  }
  return {
    disk,
    directory,
    journal,
    entries,
    damaged,
    reopen: () => openJournal(directory, options),
  }
}

const read = (journal: Journal) => contentsOf(journal, 0)

it.each(['while it is open', 'when it is opened again'])(
  'JR7 whatever blocks the disk cannot read, entries in the others are found: %s',
  async (when) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 13 }), { minLength: 1, maxLength: 3 }),
        async (blocks) => {
          const { disk, journal, entries, damaged, reopen } = await filledJournal()
          disk.blocks = new Set(blocks)
          const isBad = (place: number) =>
            disk.blocks.has(Math.floor((place + headerOfFile) / blockBytes))
          const whole = entries.filter(({ begin, end }) => {
            for (let place = begin; place < end; place++) if (isBad(place)) return false
            return true
          })
          const opened = when === 'while it is open' ? journal : await reopen()
          expect(await read(opened)).toEqual(whole.map(({ text }) => text))
          expect(damaged.length > 0 || whole.at(-1) !== entries.at(-1)).toBe(true)
          expect(opened.damage.bytes).toBe(damaged.reduce((sum, bytes) => sum + bytes, 0))
        },
      ),
      { numRuns: 40 },
    )
  },
)

it('JR7 a read that fails and then does not is no damage', async () => {
  const { disk, journal, entries, damaged } = await filledJournal()
  disk.failingReads = 2
  expect(await read(journal)).toEqual(entries.map(({ text }) => text))
  expect(damaged).toEqual([])
})

it('JR7 while nothing of a file can be read, nothing counts as damaged', async () => {
  const { disk, journal, entries, damaged } = await filledJournal()
  disk.failingReads = Number.POSITIVE_INFINITY
  await expect(read(journal)).rejects.toMatchObject({ code: 'EIO' })
  expect(journal.damage.failure).toContain('EIO')
  disk.failingReads = 0
  expect(await read(journal)).toEqual(entries.map(({ text }) => text))
  expect(damaged).toEqual([])
})

it.each(['while it is open', 'when it is opened again'])(
  'JR7 a small file of which nothing can be read is put aside, the others are found: %s',
  async (when) => {
    for (const bad of [0, 1, 2])
      for (const isSizeKnown of [true, false]) {
        const disk = new BadDisk()
        const directory = temporaryDirectory()
        const options = {
          ...smallFiles,
          files: disk.files,
          readRetries: { attempts: 3, pauseMs: 0 },
        }
        const journal = await openJournal(directory, options)
        // Two of them make a file.
        const texts = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(150))
        for (const text of texts) await journal.append([entry(text)])
        const name = filesIn(directory)[bad] ?? ''
        disk.badFile = join(directory, name)
        disk.isSizeKnown = isSizeKnown
        const opened = when === 'while it is open' ? journal : await openJournal(directory, options)
        expect(await read(opened)).toEqual(
          texts.filter((_, index) => Math.floor(index / 2) !== bad),
        )
        expect(opened.damage.bytes).toBeGreaterThan(0)
        // The name of a file that was put aside is free for the next one.
        if (opened !== journal) disk.badFile = null
        await opened.append([entry('next')])
        expect((await read(opened)).at(-1)).toBe('next')
        await opened.close()
        await opened.release(opened.end)
        const rejectLine = join(directory, `${name}.damaged`)
        expect(opened.damage.files).toEqual([rejectLine])
        expect(filesIn(directory)).toEqual([`${name}.damaged`])
        expect((await openJournal(directory, options)).damage).toMatchObject({
          ...{ bytes: 0, failure: null },
          files: [rejectLine],
        })
      }
  },
)

it('JR7 what the disk cannot read at the end of the last file is no cut of a crash', async () => {
  const { disk, directory, entries, reopen } = await filledJournal()
  disk.blocks = new Set([13])
  const opened = await reopen()
  expect((await read(opened)).length).toBeLessThan(entries.length)
  expect(opened.damage.bytes).toBeGreaterThan(0)
  expect(opened.isWhole).toBe(false)
  await opened.release(opened.end)
  expect(filesIn(directory)).toEqual([expect.stringMatching(/\.journal\.damaged$/)])
})

it('JR5 what is put aside does not take the place of what was put aside before', async () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'file')
  const names: string[] = []
  for (const text of ['first', 'second']) {
    writeFileSync(path, text)
    names.push(await diskFiles.rejectLine(path))
  }
  expect(names.map((name) => readFileSync(name, 'utf8'))).toEqual(['first', 'second'])
})

it('JR7 a file with a block that cannot be read is put aside when it is released', async () => {
  const { disk, directory, journal } = await filledJournal()
  disk.blocks = new Set([3])
  await read(journal)
  await journal.close()
  await journal.release(journal.end)
  expect(filesIn(join(directory))).toEqual([expect.stringMatching(/\.journal\.damaged$/)])
})
