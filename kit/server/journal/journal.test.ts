import {
  appendFileSync,
  constants,
  readFileSync,
  readdirSync,
  readlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { maximumPayloadBytes } from './frame.ts'
import { diskFiles, type AppendFile, type JournalFiles } from './journal-files.ts'
import { contentsOf, entry, filesIn, openJournal, smallFiles } from './testing/journals.ts'

it('JR1 what was appended is found again in order, over many files', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, smallFiles)
  const expected = Array.from({ length: 40 }, (_, index) => `entry ${index}`)
  await Promise.all(expected.map((text) => journal.append([entry(text)])))
  expect(await contentsOf(journal)).toEqual(expected)
  expect(filesIn(directory).length).toBeGreaterThan(3)
  const again = await openJournal(directory, smallFiles)
  expect(await contentsOf(again)).toEqual(expected)
  expect(again.end).toBe(journal.end)
  await again.append([entry('after')])
  expect(await contentsOf(again)).toEqual([...expected, 'after'])
})

it('JR1 an entry too long to be read again is refused, and the others are taken', async () => {
  const journal = await openJournal(temporaryDirectory())
  await expect(
    journal.append([{ kind: 1, count: 1, payload: Buffer.alloc(maximumPayloadBytes + 1) }]),
  ).rejects.toThrow('too long')
  await journal.append([entry('one')])
  expect(await contentsOf(journal)).toEqual(['one'])
})

it('JR1 an entry larger than a read is read whole', async () => {
  const journal = await openJournal(temporaryDirectory())
  const long = 'x'.repeat(100_000)
  await journal.append([entry('short'), entry(long), entry('end')])
  expect(await contentsOf(journal)).toEqual(['short', long, 'end'])
})

/** The flags with which this process has the file open, as Linux shows them. */
function openFlags(path: string): number[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      if (readlinkSync(`/proc/self/fd/${descriptor}`) !== path) return []
      return [
        Number.parseInt(
          /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '',
          8,
        ),
      ]
    } catch {
      return []
    }
  })
}

it.runIf(process.platform === 'linux')('JR1 every write is synced before it ends', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory)
  await journal.append([entry('one')])
  const [flags] = openFlags(join(directory, filesIn(directory)[0] ?? ''))
  expect((flags ?? 0) & constants.O_DSYNC).toBe(constants.O_DSYNC)
})

it('JR2 whatever of the last bytes is missing or wrong, all before them is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.uint8Array({ maxLength: 40 }),
      async (cut, garbage) => {
        const directory = temporaryDirectory()
        const journal = await openJournal(directory)
        await journal.append([entry('one'), entry('two')])
        const whole = journal.end
        await journal.append([entry('a last entry that is cut')])
        const file = join(directory, filesIn(directory)[0] ?? '')
        const bytes = readFileSync(file)
        const left = bytes.length - Math.min(cut, journal.end - whole)
        // What is cut may not come back as garbage.
        fc.pre(
          !Buffer.from(garbage)
            .subarray(0, bytes.length - left)
            .equals(bytes.subarray(left)),
        )
        truncateSync(file, left)
        appendFileSync(file, garbage)
        const cuts: number[] = []
        const again = await openJournal(directory, {
          onCut: (_, byteCount) => void cuts.push(byteCount),
        })
        expect(await contentsOf(again)).toEqual(['one', 'two'])
        const remaining = left + garbage.length - (bytes.length - (journal.end - whole))
        expect(cuts).toEqual(remaining > 0 ? [remaining] : [])
        await again.append([entry('three')])
        expect(await contentsOf(await openJournal(directory))).toEqual(['one', 'two', 'three'])
      },
    ),
    { numRuns: 60 },
  )
})

it('JR2 a file whose header did not reach the disk is no obstacle', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, smallFiles)
  await journal.append([entry('one')])
  writeFileSync(join(directory, `${String(journal.end).padStart(16, '0')}.journal`), 'WRJ')
  const again = await openJournal(directory, smallFiles)
  await again.append([entry('two')])
  expect(await contentsOf(await openJournal(directory))).toEqual(['one', 'two'])
})

/** Files that fail on demand, after some of the bytes have been written. */
function failingFiles() {
  let bytesBefore: number | null = null
  let open = 0
  let skipped = 0
  const files: JournalFiles & { openCount: () => number } = {
    ...diskFiles,
    openCount: () => open,
    async create(path) {
      const file = await diskFiles.create(path)
      open++
      const append: AppendFile['append'] = async (bytes) => {
        if (bytesBefore === null || skipped-- > 0) return file.append(bytes)
        await file.append(bytes.subarray(0, bytesBefore))
        throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' })
      }
      const close = () => {
        open--
        return file.close()
      }
      return { append, close }
    },
  }
  /** Fails behind so many bytes of every append, but those that are skipped; null: not any more. */
  const fail = (count: number | null, skip = 0) => {
    bytesBefore = count
    skipped = skip
  }
  return { files, fail }
}

it.each([0, 10, 10_000])(
  'JR3 after a write that failed behind %i bytes the next one goes into a new file',
  async (bytesBefore) => {
    const directory = temporaryDirectory()
    const { files, fail } = failingFiles()
    const journal = await openJournal(directory, { files })
    await journal.append([entry('one')])
    fail(bytesBefore)
    await expect(journal.append([entry('lost')])).rejects.toThrow('EIO')
    await expect(journal.append([entry('lost too')])).rejects.toThrow('EIO')
    fail(null)
    await journal.append([entry('two')])
    expect(await contentsOf(journal)).toEqual(['one', 'two'])
    // What failed lies behind the end of its file, whole or in part, and does not come between.
    expect(await contentsOf(await openJournal(directory))).toEqual(['one', 'two'])
  },
)

it('JR3 a file of which nothing was certain does not take the next one with it', async () => {
  const directory = temporaryDirectory()
  const { files, fail } = failingFiles()
  const journal = await openJournal(directory, { files })
  // The file's header first, and then the entry.
  for (const skip of [0, 1]) {
    fail(44, skip)
    await expect(journal.append([entry('lost')])).rejects.toThrow('EIO')
    expect(files.openCount()).toBe(0)
  }
  fail(null)
  await journal.append([entry('one')])
  await journal.release(0)
  expect(await contentsOf(await openJournal(directory))).toEqual(['one'])
})

it('JR4 the newest checkpoint is found again, and is no entry', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory)
  expect(journal.checkpoint).toBe(null)
  await journal.append([entry('one')])
  await journal.setCheckpoint(Buffer.from('first'))
  await journal.append([entry('two')])
  await journal.setCheckpoint(Buffer.from('second'))
  const again = await openJournal(directory)
  expect(again.checkpoint?.toString()).toBe('second')
  expect(await contentsOf(again)).toEqual(['one', 'two'])
})

it('JR5 files that were released whole are removed, the others stay', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, smallFiles)
  const ends: number[] = []
  for (let index = 0; index < 30; index++)
    ends.push(await journal.append([entry(`entry ${index}`)]))
  const before = filesIn(directory).length
  await journal.release(ends[14] ?? 0)
  expect(filesIn(directory).length).toBeLessThan(before)
  expect(journal.waitingBytes).toBe(journal.end - (ends[14] ?? 0))
  const found = await contentsOf(await openJournal(directory), ends[14])
  expect(found).toEqual(Array.from({ length: 15 }, (_, index) => `entry ${index + 15}`))
  await journal.release(journal.end)
  expect(journal.waitingBytes).toBe(0)
  for (let index = 0; index < 3; index++) {
    await journal.append([entry('x'.repeat(150))])
    await journal.release(journal.end)
  }
  expect(filesIn(directory)).toEqual([])
  await journal.release(0)
  expect(journal.waitingBytes).toBe(0)
})

it('JR6 bytes are found again by segment and places, unless it was removed', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, smallFiles)
  await journal.append([entry('one'), entry('two')])
  const extent = await journal.read(journal.begin, 100)
  if (!extent) throw new Error('nothing to read')
  const again = await openJournal(directory, smallFiles)
  expect(await again.readExtent(extent.segmentId, extent.begin, extent.end)).toEqual(extent)
  await again.append([entry('x'.repeat(150))])
  await again.release(again.end)
  await again.append([entry('next')])
  expect(await again.readExtent(extent.segmentId, extent.begin, extent.end)).toBe(null)
  expect((await again.read(again.begin, 1000))?.segmentId).not.toBe(extent.segmentId)
})
