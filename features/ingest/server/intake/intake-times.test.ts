import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { AppError } from '#kit/model/calls/errors.ts'
import { toleratedClockLeadMs as toleratedClockLead } from '#kit/model/reading.ts'
import { IntakeSite, intakeDevice, intakeStart, take } from '#testing/sites/intake.ts'

let site: IntakeSite
beforeEach(() => void (site = new IntakeSite()))

it('IN3 takes the time of receipt for one more than 5 minutes ahead, as uncertain', async () => {
  const times = { a: toleratedClockLead, b: toleratedClockLead + 1, c: -86_400_000 }
  const values = Object.fromEntries(
    Object.entries(times).map(([key, offset]) => [key, { v: 1, ts: intakeStart + offset }]),
  )
  await take(
    site.createIntake(),
    JSON.stringify({ ...values, d: { v: 1, ts: intakeStart * 1.1, q: 'bad' } }),
  )
  expect(site.stored.map(({ time, quality }) => [time - intakeStart, quality])).toEqual([
    [toleratedClockLead, 'good'],
    [0, 'uncertain'],
    [-86_400_000, 'good'],
    [0, 'bad'],
  ])
})

it('IN3 gives each value without a time one of its own, whatever the clock does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 4 })), {
        maxLength: 20,
      }),
      async (steps) => {
        site = new IntakeSite()
        const intake = site.createIntake()
        for (const [step, count] of steps) {
          site.now += step
          await take(intake, JSON.stringify(Array.from({ length: count }, () => ({ temp: 1 }))))
        }
        const times = site.stored.map(({ time }) => time)
        expect(new Set(times).size).toBe(times.length)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      },
    ),
  )
})

it('IN34 gives times in the order of receipt, also to one that waits for new sensors', async () => {
  const intake = site.createIntake()
  const waiting = take(intake, '{"temp":1,"fresh":1}')
  site.now += 5
  await take(intake, '{"temp":2}')
  await waiting
  const ofTemp = site.stored
    .filter(({ sensorId }) => sensorId === 1)
    .toSorted((one, other) => one.time - other.time)
  expect(ofTemp.map(({ value }) => value)).toEqual([1, 2])
})

it('IN3 refuses values without a time that come too fast for minutes', async () => {
  // As fast as the clock that nobody sets: it must not look set back.
  const begun = performance.now()
  Object.defineProperty(site, 'now', {
    get: () => intakeStart + Math.floor(performance.now() - begun),
  })
  const intake = site.createIntake()
  const document = JSON.stringify(Array.from({ length: 2_000 }, () => ({ temp: 1 })))
  let outcome = await take(intake, document)
  for (let round = 0; outcome.refused.length === 0 && round < 300; round++)
    outcome = await take(intake, document)
  expect(site.stored.length).toBeGreaterThan(toleratedClockLead)
  expect(outcome.stored + outcome.refused.length).toBe(2_000)
  const reason = expect.stringContaining('send it with "ts"')
  expect(outcome.refused.at(-1)).toEqual({ field: '[1999].temp', reason })
})

it('IN36 counts the values of a document while it waits for the disk', async () => {
  const counted: number[] = []
  const held = () => site.budget.usage().find(({ kind }) => kind === 'document')?.bytes ?? 0
  site.write = async () => void counted.push(held())
  for (const text of ['{"temp":1}          ', '{"temp":1,"batch":2}'])
    await take(site.createIntake(), text)
  expect((counted[1] ?? 0) - (counted[0] ?? 0)).toBe(200)
})

it('IN34 stores at the time of receipt after the clock was set back by an hour', async () => {
  const intake = site.createIntake()
  await take(intake, '{"temp":1}')
  site.now -= 3_600_000
  await take(intake, '[{"temp":2},{"temp":3}]')
  expect(site.stored.map(({ time }) => time - intakeStart)).toEqual([0, -3_600_000, -3_599_999])
})

it('IN35 recognises a document of a device clock ahead that is sent again', async () => {
  const intake = site.createIntake()
  const document = JSON.stringify({
    ts: intakeStart + 3_600_000,
    values: { temp: 1, batch: 'B', lamp: null },
  })
  for (let round = 0; round < 4; round++) {
    await take(intake, document)
    site.now += 60_000
  }
  expect(
    new Set(site.stored.map(({ sensorId, time, value }) => `${sensorId} ${time} ${value}`)).size,
  ).toBe(3)
  expect(site.stored.map(({ quality }) => quality).slice(0, 3)).toEqual([
    'uncertain',
    'uncertain',
    'bad',
  ])
})

it('IN36 counts what waits for the disk by device, and refuses or slows who is over', async () => {
  const intake = site.createIntake()
  const waiting: (() => void)[] = []
  site.write = () => new Promise((resolve) => waiting.push(resolve))
  const large = JSON.stringify({
    batch: 'x'.repeat(4_096),
    more: Array.from({ length: 200 }, () => 'y'.repeat(1_000)),
  })
  const documents: Promise<unknown>[] = []
  const outcomeOf = (text: string) =>
    take(intake, text).catch((error: unknown) => (error as AppError).code)
  while (site.budget.usage().every(({ refused }) => refused.share === 0)) {
    documents.push(outcomeOf(large))
    await Promise.resolve()
  }
  expect(documents.length).toBeLessThan(10)
  expect(await documents.at(-1)).toBe('too_many_requests')
  // A neighbour does not notice; who waits is taken when there is room again, in turn.
  const neighbour = intake.take({ ...intakeDevice, lesiId: 'pump-2' }, Buffer.from(large), 'refuse')
  const order: number[] = []
  const patient = [1, 2, 3].map((each) =>
    intake.take(intakeDevice, Buffer.from(large), 'wait').then(() => order.push(each)),
  )
  while (order.length < 3) {
    for (const resolve of waiting.splice(0)) resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await neighbour).toMatchObject({ stored: 1, refused: [{ field: 'more' }] })
  await Promise.all([...documents, ...patient])
  expect(order).toEqual([1, 2, 3])
  expect(site.budget.usage().find(({ kind }) => kind === 'document')).toMatchObject({
    bytes: 0,
    sources: 0,
  })
})
