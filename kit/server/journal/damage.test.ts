import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { Journal } from './journal.ts'
import { contentsOf, entry, filesIn, openJournal, smallFiles } from './testing/journals.ts'

const headerOfFile = 44

/** Bytes of a file that a bad disk answers with, from `position` on. */
function damage(path: string, position: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, position)
  closeSync(file)
}

interface Damage {
  readonly path: string
  readonly begin: number
  readonly end: number
}

/** A journal of some entries of different lengths, in one file; where each of them lies. */
async function filledJournal() {
  const directory = temporaryDirectory()
  const damages: Damage[] = []
  const onDamage = (path: string, begin: number, end: number) =>
    void damages.push({ path, begin, end })
  const journal = await openJournal(directory, { onDamage })
  const entries: { text: string; begin: number; end: number }[] = []
  for (let index = 0; index < 12; index++) {
    const text = `${index}`.repeat(1 + index * 7)
    const begin = journal.end
    entries.push({ text, begin, end: await journal.append([entry(text)]) })
  }
  const path = join(directory, filesIn(directory)[0] ?? '')
  const reopen = () => openJournal(directory, { onDamage })
  return { journal, entries, damages, path, reopen }
}

const read = async (journal: Journal) => contentsOf(journal, 0)

it.each(['while it is open', 'when it is opened again'])(
  'JR2 whatever bytes of a file are damaged, entries before and behind them are found: %s',
  async (when) => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 200 }),
          fc.integer({ min: 1, max: 300 }).map((length) => new Uint8Array(length)),
        ),
        async (part, bytes) => {
          const { journal, entries, damages, path, reopen } = await filledJournal()
          const before = readFileSync(path)
          const from = Math.floor(part * before.length)
          const some = bytes.subarray(0, before.length - from)
          if (Buffer.compare(some, before.subarray(from, from + some.length)) === 0) return
          damage(path, from, some)
          const changed = [...some.keys()].filter((at) => some[at] !== before[from + at])
          const places = changed.map((at) => from + at - headerOfFile)
          const whole = entries.filter(
            ({ begin, end }) => !places.some((place) => place >= begin && place < end),
          )
          const opened = when === 'while it is open' ? journal : await reopen()
          expect(await read(opened)).toEqual(whole.map(({ text }) => text))
          const isOpen = opened === journal
          // A start cannot distinguish damage at the end of the last file from a crash.
          const last = isOpen ? Infinity : (whole.at(-1)?.end ?? 0)
          const lost = entries.filter((one) => !whole.includes(one) && one.begin < last)
          const ofHeader = !isOpen && changed.some((at) => from + at < 8) ? headerOfFile : 0
          const lostBytes = lost.reduce((sum, { begin, end }) => sum + end - begin, ofHeader)
          expect(damages.reduce((sum, { begin, end }) => sum + end - begin, 0)).toBe(lostBytes)
          expect(opened.damage.bytes).toBe(lostBytes)
          const isAll = whole.length === entries.length && ofHeader === 0
          expect(opened.isWhole).toBe(isOpen || isAll)
        },
      ),
      { numRuns: 60 },
    )
  },
)

it('JR2 a file that was cut while it was open is read to its end', async () => {
  const { journal, entries, path, damages } = await filledJournal()
  const [first, second] = entries
  truncateSync(path, headerOfFile + (second?.end ?? 0) - 1)
  expect(await read(journal)).toEqual([first?.text])
  expect(damages).toEqual([{ path, begin: first?.end, end: journal.end }])
})

it('JR2 a damaged entry at the end of a file is reported, other files are read', async () => {
  const directory = temporaryDirectory()
  const journal = await openJournal(directory, smallFiles)
  const entries = Array.from({ length: 20 }, (_, index) => `entry ${index}`)
  for (const text of entries) await journal.append([entry(text)])
  const file = join(directory, filesIn(directory)[0] ?? '')
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  writeFileSync(file, bytes)
  const damages: number[] = []
  const again = await openJournal(directory, {
    ...smallFiles,
    onDamage: (_path, begin, end) => void damages.push(end - begin),
  })
  const found = await contentsOf(again)
  expect(damages).toHaveLength(1)
  expect(again.damage.bytes).toBe(damages[0])
  expect(entries.filter((text) => !found.includes(text))).toHaveLength(1)
})

it('JR6 bytes that were damaged meanwhile are not answered in part', async () => {
  const { journal, path } = await filledJournal()
  const extent = await journal.read(0, 1000)
  if (!extent) throw new Error('nothing to read')
  const again = () => journal.readExtent(extent.segmentId, extent.begin, extent.end)
  expect((await again())?.frames).toHaveLength(extent.frames.length)
  damage(path, headerOfFile + extent.end - 1, Buffer.from('x'))
  expect(await again()).toBe(null)
})

it('JR5 a damaged file is put aside when it has been released', async () => {
  const { journal, path, reopen } = await filledJournal()
  damage(path, headerOfFile + 20, Buffer.from('x'))
  await read(journal)
  await journal.close()
  await journal.release(journal.end)
  expect(filesIn(join(path, '..'))).toEqual([expect.stringMatching(/\.journal\.damaged$/)])
  expect((await reopen()).end).toBe(0)
})

it('JR8 damaged files are named, also by later runs, and what was lost is counted', async () => {
  const { journal, path, entries, reopen } = await filledJournal()
  expect(journal.damage).toMatchObject({ bytes: 0, files: [], failure: null })
  damage(path, headerOfFile + 20, Buffer.from('x'))
  await read(journal)
  const bytes = (entries[1]?.end ?? 0) - (entries[1]?.begin ?? 0)
  expect(journal.damage).toMatchObject({ bytes, files: [path] })
  await journal.close()
  await journal.release(journal.end)
  expect(journal.damage.files).toEqual([`${path}.damaged`])
  expect((await reopen()).damage).toMatchObject({ bytes: 0, files: [`${path}.damaged`] })
})
