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
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { maximumPayloadBytes } from './frame.ts'
import { diskFiles, type AppendFile, type JournalFiles } from './journal-files.ts'
import { Journal, type JournalOptions } from './journal.ts'

const text = (value: string) => ({ kind: 1, count: 1, payload: Buffer.from(value) })

/** Opened as after a kill: whoever had it open before did not close it. */
async function openJournal(directory: string, options: JournalOptions = {}): Promise<Journal> {
  const journal = await Journal.open(directory, options)
  onTestFinished(() => journal.close())
  return journal
}

/** All that can be read from `begin` on. */
async function contents(journal: Journal, begin = journal.begin): Promise<string[]> {
  const found: string[] = []
  for (let place = begin; ;) {
    const extent = await journal.read(place, 100)
    if (!extent) return found
    found.push(...extent.frames.map(({ payload }) => payload.toString()))
    place = extent.end
  }
}

const filesIn = (directory: string) => readdirSync(directory).toSorted()

const small: JournalOptions = { segmentBytes: 200, releasedSegmentBytes: 100 }

it('JR1 what was appended is found again in order, over many files, however it was read', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, small)
  const expected = Array.from({ length: 40 }, (_, index) => `entry ${index}`)
  await Promise.all(expected.map((entry) => journal.append([text(entry)])))
  expect(await contents(journal)).toEqual(expected)
  expect(filesIn(directory).length).toBeGreaterThan(3)
  const again = await openJournal(directory, small)
  expect(await contents(again)).toEqual(expected)
  expect(again.end).toBe(journal.end)
  await again.append([text('after')])
  expect(await contents(again)).toEqual([...expected, 'after'])
})

it('JR1 an entry too long to be read again is refused, and the others are taken', async () => {
  const journal = await openJournal(temporaryDirectory())
  await expect(
    journal.append([{ kind: 1, count: 1, payload: Buffer.alloc(maximumPayloadBytes + 1) }]),
  ).rejects.toThrow('too long')
  await journal.append([text('one')])
  expect(await contents(journal)).toEqual(['one'])
})

it('JR1 an entry larger than a read is read whole', async () => {
  const journal = await openJournal(temporaryDirectory())
  const long = 'x'.repeat(100_000)
  await journal.append([text('short'), text(long), text('end')])
  expect(await contents(journal)).toEqual(['short', long, 'end'])
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
  await journal.append([text('one')])
  const [flags] = openFlags(join(directory, filesIn(directory)[0] ?? ''))
  expect((flags ?? 0) & constants.O_DSYNC).toBe(constants.O_DSYNC)
})

it('JR2 whatever of the last bytes is missing or wrong, everything before them is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.uint8Array({ maxLength: 40 }),
      async (cut, garbage) => {
        const directory = temporaryDirectory()
        const journal = await openJournal(directory)
        await journal.append([text('one'), text('two')])
        const whole = journal.end
        await journal.append([text('a last entry that is cut')])
        const file = join(directory, filesIn(directory)[0] ?? '')
        const size = readFileSync(file).length
        const last = journal.end - whole
        truncateSync(file, size - Math.min(cut, last))
        appendFileSync(file, garbage)
        const again = await openJournal(directory)
        expect(await contents(again)).toEqual(['one', 'two'])
        await again.append([text('three')])
        expect(await contents(await openJournal(directory))).toEqual(['one', 'two', 'three'])
      },
    ),
    { numRuns: 60 },
  )
})

it('JR2 a damaged entry is left out and reported, what other files hold is found', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, small)
  const entries = Array.from({ length: 20 }, (_, index) => `entry ${index}`)
  for (const entry of entries) await journal.append([text(entry)])
  const file = join(directory, filesIn(directory)[0] ?? '')
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  writeFileSync(file, bytes)
  const damages: number[] = []
  const again = await openJournal(directory, {
    ...small,
    onDamage: (_path, begin, end) => void damages.push(end - begin),
  })
  expect(damages).toHaveLength(1)
  const found = await contents(again)
  expect(entries.filter((entry) => !found.includes(entry))).toHaveLength(1)
})

it('JR2 a file whose header did not reach the disk is no obstacle', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, small)
  await journal.append([text('one')])
  writeFileSync(join(directory, `${String(journal.end).padStart(16, '0')}.journal`), 'WRJ')
  const again = await openJournal(directory, small)
  await again.append([text('two')])
  expect(await contents(await openJournal(directory))).toEqual(['one', 'two'])
})

/** Files that fail when told to, after some of the bytes have been written. */
function failingFiles(): { files: JournalFiles; fail: (bytesBefore: number | null) => void } {
  let bytesBefore: number | null = null
  const files: JournalFiles = {
    ...diskFiles,
    async create(path) {
      const file = await diskFiles.create(path)
      const append: AppendFile['append'] = async (bytes) => {
        if (bytesBefore === null) return file.append(bytes)
        await file.append(bytes.subarray(0, bytesBefore))
        throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' })
      }
      return { append, close: () => file.close() }
    },
  }
  return { files, fail: (count) => void (bytesBefore = count) }
}

it.each([0, 10, 10_000])(
  'JR3 after a write that failed behind %i bytes the next one goes into a new file',
  async (bytesBefore) => {
    const directory = temporaryDirectory()
    const { files, fail } = failingFiles()
    const journal = await openJournal(directory, { files })
    await journal.append([text('one')])
    fail(bytesBefore)
    await expect(journal.append([text('lost')])).rejects.toThrow('EIO')
    await expect(journal.append([text('lost too')])).rejects.toThrow('EIO')
    fail(null)
    await journal.append([text('two')])
    expect(await contents(journal)).toEqual(['one', 'two'])
    // What failed lies behind the end of its file, whole or in part, and does not come between.
    expect(await contents(await openJournal(directory))).toEqual(['one', 'two'])
  },
)

it('JR4 the newest checkpoint is found again, and is no entry', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory)
  expect(journal.checkpoint).toBe(null)
  await journal.append([text('one')])
  await journal.setCheckpoint(Buffer.from('first'))
  await journal.append([text('two')])
  await journal.setCheckpoint(Buffer.from('second'))
  const again = await openJournal(directory)
  expect(again.checkpoint?.toString()).toBe('second')
  expect(await contents(again)).toEqual(['one', 'two'])
})

it('JR5 files that were released whole are removed, the others stay', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, small)
  const ends: number[] = []
  for (let index = 0; index < 30; index++) ends.push(await journal.append([text(`entry ${index}`)]))
  const before = filesIn(directory).length
  await journal.release(ends[14] ?? 0)
  expect(filesIn(directory).length).toBeLessThan(before)
  expect(journal.waitingBytes).toBe(journal.end - (ends[14] ?? 0))
  const found = await contents(await openJournal(directory), ends[14])
  expect(found).toEqual(Array.from({ length: 15 }, (_, index) => `entry ${index + 15}`))
  await journal.release(journal.end)
  expect(journal.waitingBytes).toBe(0)
  for (let index = 0; index < 3; index++) {
    await journal.append([text('x'.repeat(150))])
    await journal.release(journal.end)
  }
  expect(filesIn(directory).length).toBeLessThan(2)
})

it('JR6 bytes are found again by their segment and places; a segment that was removed is not', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, small)
  await journal.append([text('one'), text('two')])
  const extent = await journal.read(journal.begin, 100)
  if (!extent) throw new Error('nothing to read')
  const again = await openJournal(directory, small)
  expect(await again.readAgain(extent.segmentId, extent.begin, extent.end)).toEqual(extent)
  await again.append([text('x'.repeat(150))])
  await again.release(again.end)
  await again.append([text('next')])
  expect(await again.readAgain(extent.segmentId, extent.begin, extent.end)).toBe(null)
  expect((await again.read(again.begin, 1000))?.segmentId).not.toBe(extent.segmentId)
})
