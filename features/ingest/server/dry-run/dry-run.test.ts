import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { IntakeSite, intakeDevice, intakeStart, take } from '#testing/sites/intake.ts'
import { tryDocument } from './dry-run.ts'

function sensorsOf(sensors: readonly Sensor[]) {
  return {
    sensorByKey: (_: number, key: string) => sensors.find((sensor) => sensor.key === key),
    sensorsOf: () => sensors,
  }
}

const tryText = (text: string, site = new IntakeSite()) =>
  tryDocument(sensorsOf(site.sensors), {
    message: Buffer.from(text),
    deviceId: intakeDevice.id,
    now: intakeStart,
  })

const aValue = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('RUN', '21.5', ' 7 ', '', '9007199254740993'),
  fc.boolean(),
  fc.constant(null),
)
const aTime = fc.integer({ min: -600_000, max: 600_000 }).map((offset) => intakeStart + offset)
const anEntry = fc.record(
  { v: aValue, ts: aTime, q: fc.constantFrom('good', 'uncertain', 'bad', 'odd') },
  { requiredKeys: ['v', 'ts'] },
)

test('IN80 a dry run gives what a document gives when sent, and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('temp', 'lamp', 'batch', 'no\u0000', 'ｔemp'), anEntry),
      fc.double({ min: -1e300, max: 1e300, noNaN: true }).map((factor) => factor || 1),
      async (document, factor) => {
        const site = new IntakeSite()
        const [temperature] = site.sensors
        if (temperature) site.sensors[0] = { ...temperature, factor, offset: 1 }
        const text = JSON.stringify(document)
        const tried = tryText(text, site)
        expect([site.stored, site.added]).toEqual([[], []])
        const shown: Reading[] = []
        site.bus.on('readings', ({ readings }) => void shown.push(...readings))
        const { refused } = await take(site.createIntake(), text)
        expect(
          tried.readings.map(({ sensor, value, quality, time }) => ({
            ...{ sensorId: sensor?.id, value, quality, time: time ?? intakeStart },
          })),
        ).toEqual(shown)
        expect(new Set(tried.problems)).toEqual(new Set(refused))
      },
    ),
  )
})

test('IN80 what would be stored in another way than it was sent has a remark', () => {
  const site = new IntakeSite()
  const [temperature] = site.sensors
  if (temperature) site.sensors[0] = { ...temperature, factor: 0.1 }
  const ahead = intakeStart + 3_600_000
  const { readings, problems } = tryText(
    `{"values":{"temp":215,"lamp":{"v":2,"ts":${ahead}},"batch":null,"fresh":1}}`,
    site,
  )
  expect(problems).toEqual([])
  expect(readings.map(({ key, value, remarks }) => [key, value, remarks])).toEqual([
    ['temp', 21.5, ['converted']],
    ['lamp', 2, ['time-replaced']],
    ['batch', null, ['no-value']],
    ['fresh', 1, ['new-sensor']],
  ])
  expect(readings.map(({ field }) => field)).toEqual([
    'values.temp',
    'values.lamp',
    'values.batch',
    'values.fresh',
  ])
})

test('IN80 names what the text itself has wrong, and what is only like a sensor', () => {
  expect(tryText('{"values":{"temp":1,"temp":2}}').problems[0]?.reason).toMatch(/twice/)
  expect(tryText('{"temp":').problems[0]?.reason).toMatch(/is not JSON/)
  expect(tryText('{"ｔemp":1}').problems).toEqual([
    { field: 'ｔemp', reason: 'looks like another sensor of this device, "temp"' },
  ])
  expect(tryText('{"nothing":null}')).toEqual({ readings: [], problems: [], others: 0 })
})

test('IN80 the sensors that are not asked for are counted', () => {
  const site = new IntakeSite()
  const tried = tryDocument(sensorsOf(site.sensors), {
    message: Buffer.from('{"temp":1,"lamp":2,"batch":"B7","fresh":3}'),
    deviceId: intakeDevice.id,
    isWanted: (sensor) => sensor?.type === 'lamp',
    now: intakeStart,
  })
  expect([tried.readings.map(({ key }) => key), tried.others]).toEqual([['lamp'], 3])
})

test('IN80 a dry run of a shadow document takes it as the topic of its shadow does', () => {
  const document = {
    state: { desired: { valve: 1 }, reported: { temp: 21.5, new_one: true } },
    timestamp: intakeStart / 1000,
    version: 7,
  }
  const { readings, problems } = tryText(JSON.stringify(document))
  expect(problems).toEqual([])
  expect(readings.map(({ key, value, time }) => [key, value, time])).toEqual([
    ['temp', 21.5, intakeStart],
    ['new_one', 1, intakeStart],
  ])
  const { problems: found } = tryText('{"state":{"reported":{"temp":[1]}},"timestamp":"now"}')
  expect(found).toHaveLength(1)
  // A sensor may be called "state".
  expect(tryText('{"state":{"v":"RUN"}}').readings.map(({ key }) => key)).toEqual(['state'])
})
