import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { insertWithBisection, type InsertDependencies } from './insert-with-bisection.ts'

const lineOf = (time: number) => `1\t${time}\t5\t0\n`

/** A store that takes lines whole or not at all, and nothing twice under one token. */
function storeRefusing(refused: ReadonlySet<string>, code = '53') {
  const stored: string[] = []
  const aside: string[][] = []
  const log: Record<string, unknown>[] = []
  const tokens = new Set<unknown>()
  let inserts = 0
  const telemetry: Pick<Telemetry, 'insert'> = {
    async insert({ settings }, bytes) {
      inserts++
      const lines = String(bytes).match(/[^\n]*\n/g) ?? []
      if (lines.some((line) => refused.has(line)))
        throw Object.assign(new Error('no such time'), { code })
      const token = settings?.['insert_deduplication_token']
      if (!tokens.has(token)) stored.push(...lines)
      tokens.add(token)
    },
  }
  const dependencies: InsertDependencies = {
    telemetry: telemetry as Telemetry,
    logger: pino({}, { write: (line: string) => void log.push(JSON.parse(line) as never) }),
    isAwaited: () => false,
    async rejectLine(...reasoned) {
      // As long as a disk takes.
      await Promise.resolve().then(() => Promise.resolve())
      aside.push(reasoned)
    },
  }
  const insert = (times: readonly number[]) =>
    insertWithBisection(
      dependencies,
      'numeric_readings',
      Buffer.from(times.map(lineOf).join('')),
      'token',
    )
  return { stored, aside, log, insert, inserts: () => inserts }
}

it('RD56 whatever lines of a month the store refuses, they alone are put aside', async () => {
  const times = fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 20 })
  const asked = times.chain((all) => fc.record({ all: fc.constant(all), bad: fc.subarray(all) }))
  await fc.assert(
    fc.asyncProperty(asked, async ({ all, bad }) => {
      const refused = bad.map(lineOf)
      const store = storeRefusing(new Set(refused))
      expect(await store.insert(all)).toEqual(refused)
      expect(store.aside).toEqual(refused.map((line) => ['numeric_readings', line, 'no such time']))
      expect(store.stored).toEqual(all.filter((time) => !bad.includes(time)).map(lineOf))
      expect(store.log.map(({ level, line }) => [level, line])).toEqual(
        refused.map((line) => [50, line]),
      )
    }),
  )
})

it('RD56 one line among very many is found by few inserts', async () => {
  const store = storeRefusing(new Set([lineOf(700)]))
  await store.insert(Array.from({ length: 1_024 }, (_, time) => time))
  expect(store.stored).toHaveLength(1_023)
  expect(store.inserts()).toBe(21)
})

it('RD56 a store that fails for another reason has nothing put aside', async () => {
  const store = storeRefusing(new Set([lineOf(1)]), '243')
  await expect(store.insert([1, 2])).rejects.toThrow('no such time')
  expect([store.aside, store.stored, store.inserts()]).toEqual([[], [], 1])
})

it('RD56 no lines are no insert', async () => {
  const store = storeRefusing(new Set())
  expect(await store.insert([])).toEqual([])
  expect(store.inserts()).toBe(0)
})
