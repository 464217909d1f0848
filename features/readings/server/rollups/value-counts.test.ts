import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { base, embeddedPipeline, newSensor, reading } from '#testing/sites/readings-pipeline.ts'
import { removeRows } from '../deletion/removal.ts'
import { ValueCounts } from './value-counts.ts'
import { daysOf, insertDays, valuesOfDays } from '../testing/value-counts-store.ts'

const { open, engine } = embeddedPipeline()
const { signal } = new AbortController()
const dayMs = 86_400_000
/** The day after that of the first readings has ended, the next one has not. */
const firstDay = Math.floor(base / dayMs) * dayMs
const clock = () => firstDay + 2 * dayMs + 1

async function opened() {
  const { writer } = await open()
  const commands: string[] = []
  const telemetry: Telemetry = {
    ...engine(),
    async command(statement) {
      commands.push(statement)
      await engine().command(statement)
    },
  }
  const logger = pino({ level: 'silent' })
  return { writer, commands, counts: new ValueCounts({ telemetry, writer, clock, logger }) }
}

it('RD52 values of days that have ended are counted if they repeat, late ones too', async () => {
  const [few, many, slow] = [newSensor(), newSensor(), newSensor()]
  const { writer, counts } = await opened()
  const days = { from: firstDay, days: 3, aDay: 12_000 }
  await insertDays(engine(), few, { ...days, value: 'round(30 + sin(number) * 20, 1)' })
  await insertDays(engine(), many, { ...days, value: 'sin(number)' })
  await insertDays(engine(), slow, { ...days, aDay: 100, value: 'number % 2' })
  expect(await counts.countDays(signal)).toBe(false)
  const usable = await valuesOfDays(engine(), few, clock() - 1)
  expect(usable.length).toBe(2)
  expect(await daysOf(engine(), few)).toEqual(usable)
  // That they do not repeat is recorded, so that they are not counted again.
  const recorded = usable.map(({ start, count }) => ({ start, count, values: [], numbers: [] }))
  expect(await daysOf(engine(), many)).toEqual(recorded)
  expect(await daysOf(engine(), slow)).toEqual([])

  await writer.write([reading(few, 7, 77), reading(few, 8, 78, 'bad')])
  await writer.flush()
  await counts.countDays(signal)
  expect(await daysOf(engine(), few)).toEqual(await valuesOfDays(engine(), few, clock() - 1))
  await removeRows(engine(), [few], signal)
  expect(await daysOf(engine(), few)).toEqual([])
})

it('RD52 RD30 what is deleted for good, or differs from the hours, is not counted', async () => {
  const [withdrawn, different] = [newSensor(), newSensor()]
  const { writer, counts, commands } = await opened()
  const days = { from: firstDay, days: 1, aDay: 12_000, value: 'number % 3' }
  await insertDays(engine(), withdrawn, days)
  await insertDays(engine(), different, days)
  await writer.withdraw([withdrawn])
  await engine().command(
    `ALTER TABLE numeric_readings DELETE WHERE sensor = ${different} AND value = 1
     SETTINGS mutations_sync = 1`,
  )
  for (let turn = 0; turn < 3; turn++) expect(await counts.countDays(signal)).toBe(false)
  expect(await daysOf(engine(), withdrawn)).toEqual([])
  expect((await daysOf(engine(), different)).length).toBe(1)
  expect(commands.length).toBe(1)
})
