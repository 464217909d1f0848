import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { diskFiles, type JournalFiles } from '#kit/server/journal/journal-files.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { ReplacedTimes, type ReplacedTime } from './replaced-times.ts'
import { openReplacedTimes } from './replaced-times-journal.ts'

const now = Date.UTC(2026, 5, 1)
const hour = 3_600_000
const day = 24 * hour

const claim = (deviceId: number, number: number, value: number | string | null = 1) => ({
  ...{ deviceId, sensorId: deviceId * 10, key: 'temp', value },
  time: now + hour + number,
})

/** Opened as after a kill: whoever had it open before did not close it. */
async function open(
  directory: string,
  { files, spareBytes = 1_000 }: { files?: JournalFiles; spareBytes?: number } = {},
) {
  const { times, close } = await openReplacedTimes(directory, {
    ...{ now, spareBytes, logger: pino({ level: 'silent' }) },
    journal: files ? { files } : {},
  })
  onTestFinished(close)
  return times
}

const sizeOf = (directory: string) =>
  readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)

it('IN35 whatever was saved is found after a kill, however often all of it was written', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 9 })), {
          maxLength: 5,
        }),
        { maxLength: 8 },
      ),
      async (documents) => {
        const directory = temporaryDirectory()
        const expected = new Map<string, number>()
        let given = now
        for (const document of documents) {
          const times = await open(directory, { spareBytes: 100 })
          for (const [deviceId, number] of document) {
            const before = expected.get(`${deviceId} ${number}`)
            expect(times.of(claim(deviceId, number))).toBe(before)
            if (before !== undefined) continue
            times.record(claim(deviceId, number), ++given)
            expected.set(`${deviceId} ${number}`, given)
          }
          await times.save()
        }
      },
    ),
    { numRuns: 12 },
  ))

it('IN35 null, a text, a long text and a number stay different on disk too', async () => {
  const directory = temporaryDirectory()
  const values = [null, 1, '1', 'null', 'x'.repeat(100), `${'x'.repeat(99)}y`, 'line\nbreak']
  const times = await open(directory)
  for (const [index, value] of values.entries()) times.record(claim(1, 0, value), now + index)
  await times.save()
  const again = await open(directory)
  expect(values.map((value) => again.of(claim(1, 0, value)))).toEqual(
    values.map((_, index) => now + index),
  )
})

it('IN15 takes little more space than is needed, and reads nothing of long ago', async () => {
  const directory = temporaryDirectory()
  const limits = { ofDevice: 10, ofAll: 20 }
  const { times, close } = await openReplacedTimes(directory, {
    ...{ now, spareBytes: 2_000, limits, logger: pino({ level: 'silent' }) },
  })
  onTestFinished(close)
  for (let number = 0; number < 300; number++) {
    times.record(claim(1 + (number % 3), number), now - (number < 290 ? 0 : 31 * day))
    await times.save()
  }
  expect(sizeOf(directory)).toBeLessThan(10_000)
  const again = await open(directory)
  expect(again.of(claim(1 + (289 % 3), 289))).toBe(now)
  expect(again.of(claim(1 + (290 % 3), 290))).toBeUndefined()
})

it('IN35 who shares a write waits for it; what the disk refused is written later', async () => {
  let failing = true
  const files: JournalFiles = {
    ...diskFiles,
    create: async (path) => {
      const file = await diskFiles.create(path)
      const append = async (bytes: Buffer) => {
        if (failing) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        await file.append(bytes)
      }
      return { append, close: () => file.close() }
    },
  }
  const directory = temporaryDirectory()
  const times = await open(directory, { files })
  times.record(claim(1, 0), now)
  const first = times.save()
  times.record(claim(1, 1), now + 1)
  const second = times.save()
  await expect(Promise.all([first, second])).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  await expect(second).rejects.toMatchObject({ code: 'store_unavailable' })
  failing = false
  await times.save()
  const again = await open(directory)
  expect([0, 1].map((number) => again.of(claim(1, number)))).toEqual([now, now + 1])
})

it('IN35 a save resolves when its own times are written, whatever comes meanwhile', async () => {
  const appended: (readonly ReplacedTime[])[] = []
  const gates: (() => void)[] = []
  const times = new ReplacedTimes({
    append(added) {
      appended.push(added)
      return new Promise((resolve) => gates.push(resolve))
    },
  })
  times.record(claim(1, 0), now)
  const first = times.save()
  times.record(claim(1, 1), now)
  const second = times.save()
  times.record(claim(1, 2), now)
  gates[0]?.()
  await first
  expect(appended.map(({ length }) => length)).toEqual([1, 2])
  gates[1]?.()
  await second
  await times.save()
  expect(appended).toHaveLength(2)
})
