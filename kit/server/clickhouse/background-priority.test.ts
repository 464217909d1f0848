import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTelemetry } from './telemetry.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { backgroundNiceness, mergeThreads } from './background-priority.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

it.runIf(process.platform === 'linux')(
  'QU11 threads of the engine that nobody waits for give way to the thread that answers',
  async () => {
    await engine.telemetry.command('SELECT 1')
    expect(mergeThreads().length).toBeGreaterThan(0)
    // Of an account that may raise priorities these threads have a lower one from the beginning.
    if (process.getuid?.() === 0) for (const thread of mergeThreads()) setPriority(thread, 0)
    const again = openTelemetry({ directory: join(engine.directory, 'clickhouse') })
    onTestFinished(() => again.close())
    await again.readerFor('one').rows('SELECT 1')
    for (const thread of mergeThreads()) expect(getPriority(thread)).toBe(backgroundNiceness)
    expect(getPriority()).toBeLessThan(backgroundNiceness)
  },
)

it('QU11 an insert that somebody waits for does not give way', async () => {
  const { telemetry } = engine
  await telemetry.command(
    `CREATE TABLE niceness (a UInt32, nice Int64 DEFAULT getSetting('os_threads_nice_value_query'))
     ENGINE = MergeTree ORDER BY a`,
  )
  for (const isAwaited of [false, true])
    await telemetry.insert(
      { table: 'niceness', columns: ['a'], isAwaited },
      Buffer.from(`${Number(isAwaited)}\n`),
    )
  expect(await telemetry.rows('SELECT toInt32(nice) AS nice FROM niceness ORDER BY a')).toEqual([
    { nice: backgroundNiceness },
    { nice: 0 },
  ])
})

it('QU11 inserts and rollups of the product give way, questions of people do not', async () => {
  const asked = `SELECT getSetting('os_threads_nice_value_query') AS query,
    getSetting('os_threads_nice_value_materialized_view') AS view`
  expect(await engine.telemetry.rows(asked)).toEqual([
    { query: backgroundNiceness, view: backgroundNiceness },
  ])
  const reader = engine.telemetry.readerFor('one')
  expect(await reader.rows(asked)).toEqual([{ query: 0, view: 0 }])
  // What takes long does, also where the statement has settings of its own; no other after it.
  for (const settings of ['', ' SETTINGS max_threads = 1'])
    expect(await reader.lengthy.rows(`${asked}${settings}`)).toEqual([
      { query: backgroundNiceness, view: 0 },
    ])
  for (let slot = 0; slot < 3; slot++)
    expect(await reader.rows(asked)).toEqual([{ query: 0, view: 0 }])
})
