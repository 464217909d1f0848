import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import { IntakeSite, intakeStart, take } from '#testing/sites/intake.ts'

let site: IntakeSite
beforeEach(() => void (site = new IntakeSite()))
const stored1 = { stored: 1, refused: [] }

it('IN2 stores the whole document, converted to what each sensor measures', async () => {
  const outcome = await take(
    site.createIntake(),
    JSON.stringify({ ts: intakeStart, values: { temp: '21.5', lamp: 'RED', batch: 7, fresh: 1 } }),
  )
  expect(outcome).toEqual({ stored: 4, refused: [] })
  expect(site.stored.map(({ value }) => value)).toEqual([21.5, 'RED', '7', 1, 7])
  expect(site.added.map(({ key }) => key)).toEqual(['fresh'])
})

it.each([
  [{ factor: 1, offset: 10 }, 31.5],
  [{ factor: 2, offset: 0 }, 43],
])('CA22 a number with a time of its own is converted by %j too', async (conversion, value) => {
  site.sensors.push({ ...site.sensor('level', 'analog'), ...conversion })
  await take(site.createIntake(), JSON.stringify({ ts: intakeStart, values: { level: 21.5 } }))
  expect(site.stored).toMatchObject([{ time: intakeStart, value }])
})

it('IN2 refuses a value that its sensor cannot have, and stores the others', async () => {
  const outcome = await take(
    site.createIntake(),
    JSON.stringify([{ fresh: 1 }, { ts: intakeStart, values: { temp: 'warm', lamp: 'red' } }]),
  )
  const reason = 'must be a number: the sensor is of type analog'
  expect(outcome).toEqual({ stored: 2, refused: [{ field: '[1].values.temp', reason }] })
  expect(site.stored.map(({ value }) => value)).toEqual(['red', 1])
  expect(site.added.map(({ key }) => key)).toEqual(['fresh'])
})

it('IN2 a document of which every value is refused adds no readings and no sensors', async () => {
  let notified = 0
  let written = 0
  site.bus.on('readings', () => notified++)
  site.write = async () => void written++
  const outcome = await take(site.createIntake(), '{"temp":"warm","fresh":[1]}')
  expect(outcome).toMatchObject({ stored: 0, refused: [{ field: 'fresh' }, { field: 'temp' }] })
  expect(await take(site.createIntake(), 'rubbish')).toMatchObject({
    stored: 0,
    refused: [{ field: 'document' }],
  })
  expect([site.stored, site.added, notified, written]).toEqual([[], [], 0, 0])
})

it('IN2 a new sensor has the type of its first value; the others follow it', async () => {
  const document = '[{"fresh":1,"text":"a"},{"fresh":"x","text":2}]'
  expect(await take(site.createIntake(), document)).toMatchObject({
    stored: 3,
    refused: [{ field: '[1].fresh' }],
  })
  expect(site.stored.map(({ value }) => value)).toEqual([1, 'a', '2', 2])
  expect(site.added).toHaveLength(2)
})

it('IN2 the catalogue gets to see that the first value of a new sensor was a boolean', async () => {
  const site = new IntakeSite()
  await take(site.createIntake(), '{"open": false, "shut": {"v": true}, "count": 1}')
  expect(site.added).toEqual([
    { key: 'open', sample: false },
    { key: 'shut', sample: true },
    { key: 'count', sample: 1 },
  ])
  expect(site.stored.map(({ value }) => value)).toEqual([0, 1, 1])
})

it('IN30 stores "no value" of known sensors of every type, and adds no sensor for it', async () => {
  expect(
    await take(site.createIntake(), '{"temp":null,"lamp":null,"batch":null,"fresh":null}'),
  ).toEqual({ stored: 3, refused: [] })
  expect(site.stored.map(({ value, quality }) => [value, quality])).toEqual(
    Array.from({ length: 3 }, () => [null, 'bad']),
  )
  expect(site.added).toEqual([])
  expect(await take(site.createIntake(), '{"fresh":null}')).toEqual({ stored: 0, refused: [] })
  expect(await take(site.createIntake(), '[{"fresh":null},{"fresh":2}]')).toEqual({
    stored: 2,
    refused: [],
  })
})

it('IN31 refuses a text that would be rounded when it becomes a number', async () => {
  expect(
    await take(site.createIntake(), '{"temp":"9007199254740993","batch":"9007199254740993"}'),
  ).toMatchObject({
    stored: 1,
    refused: [{ field: 'temp', reason: expect.stringContaining('would be rounded') }],
  })
  expect(site.stored.map(({ value }) => value)).toEqual(['9007199254740993'])
})

it('IN33 refuses a new key that looks like a known one, or like another new one', async () => {
  const intake = site.createIntake()
  site.sensors.push(site.sensor('\ufb01lter', 'analog'))
  const looks = (other: string) =>
    `looks like another sensor of this device, ${JSON.stringify(other)}`
  const document = { 'caf\u00e9': 1, 'cafe\u0301': 2, '\uff54emp': 3, filter: 4, Temp: 5 }
  expect(await take(intake, JSON.stringify(document))).toEqual({
    stored: 2,
    refused: [
      { field: 'cafe\u0301', reason: looks('caf\u00e9') },
      { field: '\uff54emp', reason: looks('temp') },
      { field: 'filter', reason: looks('\ufb01lter') },
    ],
  })
  expect(await take(intake, '{"cafe\u0301":1}')).toMatchObject({ stored: 0 })
  expect(await take(intake, '{"caf\u00e9":1}')).toEqual(stored1)
})

it('IN33 refuses one of two look-alikes that come at the same time', async () => {
  const intake = site.createIntake()
  const outcomes = await Promise.all(
    ['{"caf\u00e9":1}', '{"cafe\u0301":1}', '{"caf\u00e9":2}'].map((text) => take(intake, text)),
  )
  expect(outcomes.map((outcome) => outcome.stored)).toEqual([1, 0, 1])
})

it('IN5 notifies who watches at once, and rejects while too much is waiting', async () => {
  const seen: Reading[] = []
  site.bus.on('readings', ({ readings }) => seen.push(...readings))
  site.write = async () => expect(seen).toHaveLength(1)
  await take(site.createIntake(), '{"temp":1}')
  expect(seen).toEqual(site.stored)
  site.refusal = new AppError('store_unavailable', 'full', { retryAfterSeconds: 5 })
  await expect(take(site.createIntake(), '{"temp":2}')).rejects.toMatchObject({
    code: 'store_unavailable',
    retryAfterSeconds: 5,
  })
  expect(seen).toHaveLength(1)
})

it('IN5 asks for a message again when its new sensors cannot be added for now', async () => {
  site.failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const intake = site.createIntake()
  await expect(take(intake, '{"fresh":1}')).rejects.toBeInstanceOf(AppError)
  await expect(take(intake, '{"fresh":1}')).rejects.toMatchObject({
    code: 'store_unavailable',
    cause: site.failure,
  })
  expect(await take(intake, '{"temp":1}')).toEqual(stored1)
})

it('IN20 of a document whose new sensor meets a defect the other values are stored', async () => {
  site.failure = new TypeError('undefined is not a function')
  const intake = site.createIntake()
  const reason = 'internal error: TypeError: undefined is not a function'
  expect(await take(intake, '{"temp":1,"fresh":1,"gone":null,"batch":"B"}')).toEqual({
    stored: 2,
    refused: [{ field: 'fresh', reason }],
  })
  expect(site.budget.usage().find(({ kind }) => kind === 'document')?.bytes).toBe(0)
})

it('IN15 refuses a value whose sensor can never be added, and stores the others', async () => {
  const intake = site.createIntake()
  expect(await take(intake, '{"surplus":2,"temp":1}')).toEqual({
    stored: 1,
    refused: [{ field: 'surplus', reason: 'would be one sensor too many' }],
  })
})
