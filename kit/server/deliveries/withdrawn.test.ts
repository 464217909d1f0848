import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { Outbox } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

test('NT20 what is withdrawn while it is under way is not retried where it fails', async () => {
  const { sql } = database
  const bus = createBus(() => undefined)
  const outbox = new Outbox({ sql, bus, clock: Date.now, log: { warn: () => undefined } })
  const attempts = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let begun = 0
  outbox.setSender('mail', ({ target }) => {
    begun += 1
    return attempts[target === 'one@people.test' ? 0 : 1]?.promise ?? Promise.reject(new Error())
  })
  await outbox.open()
  const source = 'tests 1'
  await sql.transaction().execute((transaction) =>
    outbox.add(
      transaction,
      ['one@people.test', 'two@people.test'].map((target) => ({
        ...{ channel: 'mail' as const, source, userId: null, target, content: {} },
      })),
    ),
  )
  outbox.wake()
  await eventually('both are under way', () => begun === 2)
  await sql.transaction().execute((transaction) => outbox.withdraw(transaction, source, null))
  attempts[0]?.reject(new DeliveryFailure('unreachable', 'nobody listens'))
  attempts[1]?.resolve('250 taken')
  const log = () => outbox.log([source], 10)
  await eventually('both have ended', async () =>
    (await log()).every(({ endedAt }) => endedAt !== null),
  )
  await outbox.close()
  const ended = (await log()).toSorted((one, other) => one.target.localeCompare(other.target))
  expect(ended).toMatchObject([
    { state: 'failed', failure: 'withdrawn', attempts: 1, detail: 'nobody listens' },
    { state: 'sent', failure: null, attempts: 1 },
  ])
})
