import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { setMergeSettings } from './merge-settings-store.ts'
import type { Telemetry } from './telemetry.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const definitionOf = async (table: string) =>
  (
    await engine.telemetry.rows<{ text: string }>(
      `SELECT engine_full AS text FROM system.tables
       WHERE database = currentDatabase() AND name = '${table}'`,
    )
  )[0]?.text ?? ''

it('QU16 all tables merge several small parts at once, but for what they were given', async () => {
  await engine.telemetry.command(
    'ALTER TABLE text_readings MODIFY SETTING min_parts_to_merge_at_once = 3',
  )
  await setMergeSettings(engine.telemetry)
  for (const table of ['numeric_readings', 'numeric_rollup_minute', 'numeric_rollup_hour']) {
    const definition = await definitionOf(table)
    expect(definition).toContain('min_parts_to_merge_at_once = 8')
    expect(definition).toContain('remove_small_parts_at_right = 0')
  }
  expect(await definitionOf('text_readings')).toContain('min_parts_to_merge_at_once = 3')
})

it('QU16 an engine without these settings goes without, and nothing is set twice', async () => {
  const commands: string[] = []
  const counting = (rows: Telemetry['rows']): Telemetry => ({
    ...engine.telemetry,
    rows,
    command: async (statement: string) => void commands.push(statement),
  })
  const table = { name: 'readings', definition: 'MergeTree ORDER BY time' }
  const answers = [[], [table]]
  await setMergeSettings(counting(async () => (answers.shift() ?? []) as never[]))
  expect(commands).toEqual([])

  await setMergeSettings(engine.telemetry)
  await setMergeSettings(counting(engine.telemetry.rows))
  expect(commands).toEqual([])
})
