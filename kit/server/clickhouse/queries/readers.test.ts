import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const endless = `SELECT count() FROM numbers(1000000000000)
  WHERE NOT ignore(sipHash64(number), {number:UInt32}, 'endless')`

/** Long before the engine ends a question by itself. */
const soonMs = 5_000

/** How many questions of this kind run at the engine. */
async function running(part: string): Promise<number> {
  const [row] = await engine.telemetry.rows<{ number: number }>(
    `SELECT count() AS number FROM system.processes
     WHERE position(query, '${part}') > 0 AND position(query, 'system.processes') = 0
     SETTINGS output_format_json_quote_64bit_integers = 0`,
  )
  return row?.number ?? 0
}

it('QU2 questions with parameters run beside each other', async () => {
  const leaving = new AbortController()
  const asked = ['one', 'other'].map((source) =>
    engine.telemetry.readerFor(source, leaving.signal).rows(endless, { number: 1 }),
  )
  const both = Promise.allSettled(asked)
  await eventually('both run at once', async () => (await running('endless')) === 2)
  leaving.abort()
  await both
  await eventually('both have stopped', async () => (await running('endless')) === 0, soonMs)
})

it('QU7 a question whose reader has left is stopped at the engine', async () => {
  const leaving = new AbortController()
  const asked = engine.telemetry.readerFor('one', leaving.signal).rows(endless, { number: 1 })
  asked.catch(() => undefined)
  await eventually('it runs', async () => (await running('endless')) === 1)
  leaving.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  await eventually('it has stopped', async () => (await running('endless')) === 0, soonMs)
})

it('QU8 own work does not wait for what people ask', async () => {
  const leaving = new AbortController()
  const asked = ['a', 'b', 'c', 'd'].map((source) =>
    engine.telemetry.readerFor(source, leaving.signal).rows(endless, { number: 1 }),
  )
  const all = Promise.allSettled(asked)
  await eventually(
    'all slots are taken',
    async () => (await running('endless')) === 3 && engine.telemetry.waitingQuestions === 1,
  )
  await engine.telemetry.command('CREATE TABLE own_work (a UInt32) ENGINE = MergeTree ORDER BY a')
  await engine.telemetry.insert({ table: 'own_work', columns: ['a'] }, Buffer.from('1\n'))
  expect(await engine.telemetry.rows('SELECT a FROM own_work')).toEqual([{ a: 1 }])
  expect(await engine.telemetry.ping()).toBe(true)
  leaving.abort()
  await all
})

it('QU8 inserts do not wait for other work of the product', async () => {
  const { telemetry } = engine
  await telemetry.command('CREATE TABLE inserted (a UInt32) ENGINE = MergeTree ORDER BY a')
  const order: string[] = []
  const others = Array.from({ length: 4 }, async () => {
    await telemetry.rows('SELECT sleepEachRow(0.5) FROM numbers(4) SETTINGS max_block_size = 1')
    order.push('other')
  })
  await telemetry.insert({ table: 'inserted', columns: ['a'] }, Buffer.from('1\n'))
  order.push('insert')
  await Promise.all(others)
  expect(order[0]).toBe('insert')
})

it('QU9 a question that needs too much memory is refused, and none can write', async () => {
  const reader = engine.telemetry.readerFor('one')
  await expect(
    reader.rows('SELECT length(groupArray(number)) FROM numbers(200000000)'),
  ).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(
    reader.rows('SELECT repeat(toString(number), 100) FROM numbers(2000000)'),
  ).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(reader.rows('CREATE TABLE written (a UInt32) ENGINE = Memory')).rejects.toThrow(
    'readonly',
  )
})

it('QU9 a question that takes too long ends with timeout', async () => {
  const slow = `SELECT sum(sleepEachRow(0.01)) FROM numbers(1000)
     SETTINGS max_execution_time = 1, max_block_size = 1`
  await expect(engine.telemetry.readerFor('one').rows(slow)).rejects.toMatchObject({
    code: 'timeout',
  })
})
