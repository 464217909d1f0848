import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Journal } from '#kit/server/journal/journal.ts'
import { eventually } from '#testing/eventually.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import {
  embeddedPipeline,
  eventuallyFlushed,
  killedWhileInserting,
  newSensor,
  ofOldMonths,
  reading,
} from '#testing/sites/readings-pipeline.ts'

const pipeline = embeddedPipeline()
const { open, store, valuesOf, expectRollupsEqual, insertingBy, engine } = pipeline

it('RD12 readings of past months do not hold up those of today', async () => {
  const [old, fresh] = [newSensor(), newSensor()]
  const gate = Promise.withResolvers<void>()
  const telemetry = insertingBy(async (target, lines) => {
    if (String(lines).startsWith(`${old}\t`)) await gate.promise
    await engine().insert(target, lines)
  })
  const { writer } = await open({ telemetry })
  const months = ofOldMonths(old, 40)
  await writer.write([...months, reading(fresh, 0, 7)])
  await writer.flush({ sensorIds: [fresh] })
  expect(await valuesOf(fresh)).toEqual([7])
  expect(await valuesOf(old)).toEqual([])
  gate.resolve()
  await writer.flush()
  expect(await valuesOf(old)).toHaveLength(40)
})

it.each([
  { what: 'old', before: 90, after: 1 },
  { what: 'fresh', before: 1, after: 90 },
])('RD62 sent again when it counts as $what since, it is stored once', async (days) => {
  const [sensor, other] = [newSensor(), newSensor()]
  const gate = Promise.withResolvers<void>()
  let inserts = 0
  const telemetry = insertingBy(async (target, lines) => {
    if (inserts++ === 0) await gate.promise
    await engine().insert(target, lines)
  })
  const { writer } = await open({ telemetry, writer: { flushTimeoutMs: 500 } })
  onTestFinished(() => gate.resolve())
  writer.keepFresh(days.before)
  await writer.write([reading(sensor, 0, 1)])
  await eventually('it is on its way', () => inserts === 1)
  writer.keepFresh(days.after)
  await writer.write([reading(sensor, 0, 1), reading(other, 0, 2)])
  // What it goes with now would reach the store before it, if nothing waited.
  await writer.flush({ sensorIds: [other] }).catch(() => undefined)
  gate.resolve()
  await eventuallyFlushed(writer)
  expect([await valuesOf(sensor), await valuesOf(other)]).toEqual([[1], [2]])
  await expectRollupsEqual(sensor)
})

it('RD12 one insert touches few months', async () => {
  const old = newSensor()
  const months: number[] = []
  const telemetry = insertingBy(async (target, lines) => {
    const times = String(lines)
      .trim()
      .split('\n')
      .map((line) => new Date(Number(line.split('\t')[1])).toISOString().slice(0, 7))
    months.push(new Set(times).size)
    await engine().insert(target, lines)
  })
  await store(ofOldMonths(old, 30), { telemetry })
  expect(Math.max(...months)).toBeLessThanOrEqual(4)
  expect(await valuesOf(old)).toHaveLength(30)
})

it('RD13 a line that the store can never take is put aside alone', async () => {
  const [good, bad, directory] = [newSensor(), newSensor(), temporaryDirectory()]
  const unreadable = { ...reading(bad, 0, 1), time: Number.NaN }
  const writer = await store(
    [...Array.from({ length: 9 }, (_, index) => reading(good, index, index)), unreadable],
    {
      directory,
    },
  )
  expect(await valuesOf(good)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(readFileSync(join(directory, 'rejected.tsv'), 'utf8')).toMatch(
    /^numeric_readings\t[^\t]+\t\d+\tNaN\t1\t0\n$/,
  )
  expect(writer.status.journalBytes).toBeLessThan(1000)
  await expectRollupsEqual(good)
})

it('RD1 readings of before 9 September 2001 are stored, alone and with others, once', async () => {
  const [alone, several] = [newSensor(), newSensor()]
  const at = (sensorId: number, time: number, value: number) => ({
    ...reading(sensorId, 0, value),
    time,
  })
  const change = Date.UTC(2001, 8, 9, 1, 46, 40)
  const times = [change - 86_400_000, change - 2, change - 1, change, change + 1]
  const readings = [
    at(alone, Date.UTC(1971, 0), 1),
    ...times.map((time, index) => at(several, time, index)),
  ]
  await store(readings)
  await store(readings.toReversed())
  expect(await valuesOf(alone)).toEqual([1])
  expect(await valuesOf(several)).toEqual([0, 1, 2, 3, 4])
  await expectRollupsEqual(alone)
  await expectRollupsEqual(several)
})

it('RD1 what an earlier version left of before 9 September 2001 is stored soon', async () => {
  const [sensor, directory] = [newSensor(), temporaryDirectory()]
  const journal = await Journal.open(join(directory, 'old'))
  const [begin, count, ofFrame] = [Date.UTC(2001, 8, 9), 100_000, 20_000]
  const lines = Array.from(
    { length: count },
    (_, index) => `${sensor}\t${begin + index * 100}\t${index}\t0\n`,
  )
  for (let first = 0; first < count; first += ofFrame) {
    const payload = Buffer.from(lines.slice(first, first + ofFrame).join(''))
    // New ones, and such as are looked up first.
    await journal.append([{ kind: first % (2 * ofFrame) === 0 ? 1 : 3, count: ofFrame, payload }])
  }
  await journal.close()
  let inserts = 0
  const telemetry = insertingBy(async (target, bytes) => {
    inserts++
    await engine().insert(target, bytes)
  })
  const { writer } = await open({ directory, telemetry })
  await writer.flush()
  expect(await valuesOf(sensor)).toHaveLength(count)
  expect(inserts).toBeLessThan(5)
  expect(existsSync(join(directory, 'rejected.tsv'))).toBe(false)
  await expectRollupsEqual(sensor)
})

it('RD13 a line is put aside once, also when its batch is sent again', async () => {
  const [good, bad] = [newSensor(), newSensor()]
  const readings = [reading(good, 0, 1), { ...reading(bad, 0, 1), time: Number.NaN }]
  const directory = await killedWhileInserting(pipeline, async () => {}, readings)
  await open({ directory })
  expect(await valuesOf(good)).toEqual([1])
  expect(readFileSync(join(directory, 'rejected.tsv'), 'utf8').split('\n')).toHaveLength(2)
})
