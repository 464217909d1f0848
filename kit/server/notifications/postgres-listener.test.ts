import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { notify } from '#testing/postgres/databases-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { createPostgresListener, type PostgresListener } from './postgres-listener.ts'
import { unknownNotifications } from './unknown-notifications.ts'

let database: TestDatabase
let listener: PostgresListener
let reports: unknown[] = []

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  listener = await createPostgresListener(database.url, (error) => void reports.push(error))
})
beforeEach(() => void (reports = []))
afterAll(async () => {
  await listener.close()
  await database.drop()
})

/** Resolves with everything that came until `last` did. */
async function receivedUntil(last: number, failOn?: number): Promise<number[]> {
  const received: number[] = []
  await new Promise<void>((resolve) => {
    void listener
      .listen('numbers', z.int32(), {
        notified(value) {
          received.push(value)
          if (value === last) resolve()
          if (value === failOn) throw new Error('a listener failed')
        },
        reconnected: () => undefined,
      })
      .then(async () => {
        for (const text of [
          'x',
          '',
          'NaN',
          '1e999',
          '4294967296',
          'null',
          '{"newer":1}',
          '"7"',
          'y'.repeat(7_000),
        ])
          await notify(database.sql, 'numbers', text)
        await notify(database.sql, 'numbers', '5')
        await notify(database.sql, 'numbers', String(last))
      })
  })
  return received
}

test('PL1 what nobody understands is left out, and reported once', async () => {
  expect(await receivedUntil(6)).toEqual([5, 6])
  expect(reports).toHaveLength(1)
  expect(String(reports[0])).toMatch(/numbers.*"x"/)
})

test('PL2 a listener that fails gets the next one, and so do the others', async () => {
  expect(await receivedUntil(8, 5)).toEqual([5, 8])
  expect(reports.map(String)).toContain('Error: a listener failed')
})

test('PL1 a flood is reported once a minute, with its number and a short excerpt', () => {
  const errors: string[] = []
  let now = 0
  const unknown = unknownNotifications(
    (error) => void errors.push(error.message),
    () => now,
  )
  for (let index = 0; index < 1_000; index++) unknown('a', 'z'.repeat(1_000))
  unknown('b', '\u001b[2J')
  now = 60_000
  unknown('a', 'again')
  expect(errors.map((text) => text.slice(0, 25))).toEqual([
    '1 notification(s) on a we',
    '1 notification(s) on b we',
    '1000 notification(s) on a',
  ])
  expect(errors[0]?.length).toBeLessThan(200)
  expect(errors[1]).toContain('"\\u001b[2J"')
})
