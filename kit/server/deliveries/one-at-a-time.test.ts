import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { Outbox } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

test('OB8 whoever does not answer is asked once at a time, and holds up nobody else', async () => {
  const { sql } = database
  const bus = createBus(() => undefined)
  const outbox = new Outbox({ sql, bus, clock: Date.now, log: { warn: () => undefined } })
  const silence = Promise.withResolvers<string>()
  onTestFinished(() => {
    silence.resolve('taken at last')
    return outbox.close()
  })
  const asked: string[] = []
  outbox.setSender('webhook', async ({ target }) => {
    asked.push(target)
    return target === 'silent.test' ? silence.promise : 'taken'
  })
  const targets = [...Array.from({ length: 9 }, () => 'silent.test'), 'well.test']
  const added = targets.map((target) => ({
    ...{ channel: 'webhook' as const, source: 'tests 1', userId: null, target, content: {} },
  }))
  await sql.transaction().execute((transaction) => outbox.add(transaction, added))
  const ofTests = () => outbox.log(['tests 1'], 20)
  await outbox.open()
  await eventually('the other one has it', async () =>
    (await ofTests()).some(({ state }) => state === 'sent'),
  )
  await eventually('one is under way', () => asked.length > 1)
  expect(asked.toSorted()).toEqual(['silent.test', 'well.test'])
  silence.resolve('taken at last')
  await eventually('all are sent', async () =>
    (await ofTests()).every(({ state }) => state === 'sent'),
  )
  expect(asked.toSorted()).toEqual(targets)
})
