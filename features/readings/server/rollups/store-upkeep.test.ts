import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { StoreUpkeep } from './store-upkeep.ts'

/** Upkeep in quick turns; resolves with the times from which on sensors were looked for. */
async function lookedFor(files: () => void, sensors: () => void): Promise<readonly number[]> {
  const from: number[] = []
  const found = Promise.withResolvers<void>()
  const upkeep = new StoreUpkeep(
    {
      telemetry: { rows: async () => (files(), []) } as unknown as Telemetry,
      minutes: {
        async addFast(since) {
          from.push(since)
          sensors()
          found.resolve()
          return 0
        },
      },
      values: { countDays: async () => false },
      ...{ clock: () => 10 * 86_400_000, logger: pino({ level: 'silent' }) },
    },
    1,
  )
  onTestFinished(() => upkeep.close())
  await found.promise
  return from
}

/** Fails the first time. */
function failingOnce(): () => void {
  let isFirst = true
  return () => {
    if (!isFirst) return
    isFirst = false
    throw new Error('the store is away')
  }
}

test('RD68 what a store that was away has hindered is done soon, and of all readings', async () => {
  expect(await lookedFor(() => undefined, failingOnce())).toEqual([0, 0])
})

test('RD68 files that cannot be removed hinder nothing else', async () => {
  const refuse = () => {
    throw new Error('not enough privileges')
  }
  expect(await lookedFor(refuse, () => undefined)).toEqual([0])
})
