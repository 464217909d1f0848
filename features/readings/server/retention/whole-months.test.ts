import { expect, it } from 'vitest'
import { base, embeddedPipeline, newSensor, reading } from '#testing/sites/readings-pipeline.ts'
import { removeExpired, type BeforeRemoval } from './remove-expired.ts'
import { SensorCutoffs } from './sensor-cutoffs.ts'

const { store, engine, valuesOf, expectRollupsEqual } = embeddedPipeline()
const { signal } = new AbortController()
const dayMs = 86_400_000
const cutoff = Math.floor(base / dayMs) * dayMs - 7 * dayMs
const expired = { readings: cutoff, minutes: cutoff, hours: cutoff }

/** Of February, before and behind the cutoff: 24 days and 2 days before `base`. */
const [begin, end] = [-24 * dayMs, -2 * dayMs]

it('RD65 what comes while a month expires of which nothing was kept until then stays', async () => {
  const [silent, other] = [newSensor(), newSensor()]
  const writer = await store([reading(silent, begin, 1)])
  writer.keepFresh(7)
  const cutoffs = await SensorCutoffs.open(engine())
  await cutoffs.move(new Map([[silent, expired]]))
  const tables: string[] = []
  /** Of each table just before it is removed. */
  const before: BeforeRemoval = async (table) => {
    tables.push(table)
    await writer.write([reading(silent, end + tables.length, 2)])
    if (tables.length === 1) await writer.write([reading(other, end, 3)])
    await writer.flush()
  }
  await writer.exclusively('old', signal, () =>
    removeExpired(engine(), { signal, heldBefore: writer.heldBefore, before }),
  )
  expect(tables).toEqual(['numeric_readings', 'numeric_rollup_minute', 'numeric_rollup_hour'])
  expect(await valuesOf(silent)).toEqual([2, 2, 2])
  expect(await valuesOf(other)).toEqual([3])
  for (const sensor of [silent, other]) await expectRollupsEqual(sensor)
})
