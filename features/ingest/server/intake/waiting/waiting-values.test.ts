import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { JournalOptions } from '#kit/server/journal/journal.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { diskFiles } from '#kit/server/journal/journal-files.ts'
import type { Problem } from '#kit/server/documents/document-value.ts'
import { eventually } from '#testing/eventually.ts'
import { IntakeSite, intakeStart, take } from '#testing/sites/intake.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { Intake } from '../intake.ts'
import { openReplacedTimes } from '../times/replaced-times-journal.ts'
import { WaitingValues, type WaitingLimits } from './waiting-values.ts'

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const minute = 60_000

let site: IntakeSite
let directory: string
let refused: Problem[]
beforeEach(() => {
  site = new IntakeSite()
  directory = join(temporaryDirectory(), 'without-sensors')
  refused = []
})

/** An intake as the server starts it, on what former ones left in the directory. */
async function start(
  limits?: WaitingLimits,
  journal?: JournalOptions,
): Promise<{ intake: Intake; waiting: WaitingValues }> {
  const waiting = await WaitingValues.open(directory, {
    logger: pino({ level: 'silent' }),
    ...(limits && { limits }),
    ...(journal && { journal }),
  })
  onTestFinished(() => waiting.close())
  const onLateRefusal = (_: unknown, problems: readonly Problem[]) => void refused.push(...problems)
  return { intake: site.createIntake({ waiting, onLateRefusal }), waiting }
}

/** As the server finds them, also after a kill. */
async function openTimes() {
  const { times, close } = await openReplacedTimes(join(directory, '..', 'replaced-times'), {
    ...{ now: intakeStart, logger: pino({ level: 'silent' }) },
  })
  onTestFinished(close)
  return times
}

const storedOf = (key: string) => {
  const id = site.sensors.find((sensor) => sensor.key === key)?.id
  return site.stored
    .filter(({ sensorId }) => sensorId === id)
    .map(({ time, value, quality }) => [time - intakeStart, value, quality])
}

it('IN106 takes a document whose new sensor cannot be added now, and adds it later', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  expect(await take(intake, '{"temp":1,"fresh":1,"gone":null}')).toEqual({
    stored: 2,
    refused: [],
  })
  expect(site.stored.map(({ value }) => value)).toEqual([1])
  expect(waiting.waitingBytes).toBeGreaterThan(0)
  site.now += minute
  expect(await take(intake, `{"ts":${intakeStart + 7},"fresh":2}`)).toMatchObject({ stored: 1 })
  site.failure = null
  await eventually('nothing waits', () => !waiting.isHolding)
  expect(storedOf('fresh')).toEqual([
    [0, 1, 'good'],
    [7, 2, 'good'],
  ])
  expect(await take(intake, '{"fresh":3}')).toEqual({ stored: 1, refused: [] })
  expect(storedOf('fresh').at(-1)).toEqual([minute, 3, 'good'])
})

it('IN106 values that wait are there after a restart, once', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  await take(intake, '[{"fresh":1},{"fresh":"2"},{"more":true}]')
  await waiting.close()
  const again = await start()
  expect(again.waiting.isHolding).toBe(true)
  site.failure = null
  await eventually('nothing waits', () => !again.waiting.isHolding)
  expect([storedOf('fresh'), storedOf('more')]).toEqual([
    [
      [0, 1, 'good'],
      [1, 2, 'good'],
    ],
    [[0, 1, 'good']],
  ])
  expect(site.added).toEqual([
    { key: 'fresh', sample: 1 },
    { key: 'more', sample: true },
  ])
  await again.waiting.close()
  expect((await start()).waiting.isHolding).toBe(false)
})

it('IN106 no two documents without a time get the same, however fast they come', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  for (const value of [1, 2, 3]) await take(intake, `{"fresh":${value}}`)
  await take(intake, `{"ts":${intakeStart + 60 * minute},"fresh":4}`)
  site.failure = null
  await eventually('nothing waits', () => !waiting.isHolding)
  expect(storedOf('fresh')).toEqual([
    [0, 1, 'good'],
    [1, 2, 'good'],
    [2, 3, 'good'],
    [3, 4, 'uncertain'],
  ])
})

it('IN106 a document with a time too far ahead that is sent again is stored once', async () => {
  site.replacedTimes = await openTimes()
  const first = await start()
  const ahead = `{"ts":${intakeStart + 60 * minute},"fresh":4,"more":"x"}`
  const repeat = async (intake: Intake) => {
    expect(await take(intake, ahead)).toEqual({ stored: 2, refused: [] })
    site.now += minute
  }
  site.failure = away()
  for (const intake of [first.intake, first.intake]) await repeat(intake)
  await first.waiting.close()
  site.replacedTimes = await openTimes()
  const again = await start()
  await repeat(again.intake)
  site.failure = null
  await eventually('nothing waits', () => !again.waiting.isHolding)
  site.now += 60 * minute
  await repeat(again.intake)
  for (const [key, value] of [
    ['fresh', 4],
    ['more', 'x'],
  ] as const)
    expect(new Set(storedOf(key).map(String))).toEqual(new Set([`0,${value},uncertain`]))
})

it('IN106 after the clock was set back, what waits has the times of its receipt', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  await take(intake, '{"fresh":1}')
  site.now -= 60 * minute
  await take(intake, '{"fresh":2}')
  site.failure = null
  await eventually('nothing waits', () => !waiting.isHolding)
  expect(storedOf('fresh')).toEqual([
    [0, 1, 'good'],
    [-60 * minute, 2, 'good'],
  ])
})

it('IN106 what is refused in the end is listed, and holds up nothing', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  await take(intake, '{"surplus":1}')
  await take(intake, '{"fresh":2}')
  site.failure = null
  await eventually('nothing waits', () => !waiting.isHolding)
  expect(refused).toEqual([{ field: 'surplus', reason: 'would be one sensor too many' }])
  expect(storedOf('fresh')).toEqual([[1, 2, 'good']])
})

it('IN106 what waits of a device that was removed is left out', async () => {
  const { intake, waiting } = await start()
  site.failure = away()
  await take(intake, '{"fresh":1}')
  site.isRemoved = true
  site.failure = null
  await eventually('nothing waits', () => !waiting.isHolding)
  expect([site.stored, site.added]).toEqual([[], []])
})

it('IN134 what comes while another device holds up what waits is stored, too', async () => {
  const waiting = await WaitingValues.open(directory, { logger: pino({ level: 'silent' }) })
  onTestFinished(() => waiting.close())
  const valueOf = (value: number) => [
    { ...{ key: 'fresh', value, time: intakeStart, path: '' }, quality: 'good' as const },
  ]
  await waiting.keep(1, valueOf(1))
  await waiting.keep(2, valueOf(2))
  const heldUp = Promise.withResolvers<void>()
  const stored: unknown[] = []
  let isBusy = true
  waiting.start(async (deviceId, values) => {
    if (deviceId === 2 && isBusy) {
      heldUp.resolve()
      throw new AppError('store_unavailable', 'the device is being changed')
    }
    for (const { value } of values) stored.push([deviceId, value])
  })
  await heldUp.promise
  await waiting.keep(1, valueOf(3))
  isBusy = false
  await eventually('nothing waits', () => !waiting.isHolding)
  expect(stored).toEqual([
    [1, 1],
    [2, 2],
    [1, 3],
  ])
})

it.each([
  [{ all: 100, ofDevice: 1_000 }, 'all devices'],
  [{ all: 1_000, ofDevice: 100 }, 'the device'],
])('IN106 with no room left (%j) for %s, a document is asked for again', async (limits) => {
  const { intake } = await start(limits)
  site.failure = away()
  await expect(take(intake, `{"temp":1,"fresh":"${'x'.repeat(100)}"}`)).rejects.toMatchObject({
    ...{ code: 'store_unavailable', retryAfterSeconds: 5 },
  })
  expect(site.stored).toEqual([])
  expect(await take(intake, '{"temp":1}')).toEqual({ stored: 1, refused: [] })
})

it('IN106 what a full disk did not take uses up no room of the device', async () => {
  let isFull = true
  const files = {
    ...diskFiles,
    create: async (path: string) => {
      const file = await diskFiles.create(path)
      const append = (bytes: Buffer) =>
        isFull ? Promise.reject(new Error('ENOSPC')) : file.append(bytes)
      return { append, close: () => file.close() }
    },
  }
  const { intake } = await start({ all: 1_000, ofDevice: 250 }, { files })
  site.failure = away()
  for (let times = 0; times < 5; times++)
    await expect(take(intake, '{"fresh":1}')).rejects.toMatchObject({ code: 'store_unavailable' })
  isFull = false
  expect(await take(intake, '{"fresh":1}')).toEqual({ stored: 1, refused: [] })
})
