import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { eventually } from '#testing/eventually.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { removeReplacedParts, tablesOfSensors } from './stored-rows-store.ts'

let engine: TestTelemetry
let telemetry: Telemetry
const table = 'numeric_value_counts'

beforeAll(async () => {
  engine = await testTelemetry()
  ;({ telemetry } = engine)
})
afterAll(() => engine.close())

/** Days of noise, which take long to compress. */
async function addPart(part: number): Promise<void> {
  await telemetry.command(
    `INSERT INTO ${table} (sensor, time, count, value, number)
     SELECT 1 + number, toDateTime('2026-10-05 00:00:00', 'UTC'), 20000,
       arrayMap(at -> rand64(at + ${part}) / 3, range(20000)),
       arrayMap(at -> rand(at), range(20000))
     FROM numbers(${part * 40}, 40)`,
  )
}

test.each([
  ['a merge', `OPTIMIZE TABLE ${table} FINAL`],
  ['a removal of rows', `DELETE FROM ${table} WHERE sensor % 2 = 0`],
])('RD64 that replaced files are removed does not cancel %s', async (_what, statement) => {
  for (let part = 0; part < 3; part++) await addPart(part)
  let isOver = false
  const work = telemetry.command(statement).finally(() => (isOver = true))
  const isUnderWay = async () => {
    const rows = await telemetry.rows(`SELECT 1 FROM system.merges WHERE table = '${table}'`)
    return isOver || rows.length > 0
  }
  await eventually('it has begun', isUnderWay)
  await Promise.all([removeReplacedParts(telemetry), work])
})

test('RD64 tables in which the engine merges are left out, and these alone', async () => {
  const commands: string[] = []
  await removeReplacedParts({
    ...telemetry,
    rows: async () => [{ table }] as never[],
    command: async (statement) => void commands.push(statement),
  })
  expect(commands).toHaveLength(tablesOfSensors.length - 1)
  expect(commands.join()).not.toContain(table)
})
