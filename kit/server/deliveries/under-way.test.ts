import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { NewDelivery } from './delivery.ts'
import { Outbox } from './outbox.ts'

let database: TestDatabase
let outbox: Outbox
/** What an answer that nobody gives waits for. */
let silence: PromiseWithResolvers<string>

beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())
beforeEach(() => {
  const { sql } = database
  const bus = createBus(() => undefined)
  outbox = new Outbox({ sql, bus, clock: Date.now, log: { warn: () => undefined } })
  silence = Promise.withResolvers()
})
afterEach(() => {
  silence.resolve('taken at last')
  return outbox.close()
})

async function add(
  source: string,
  channel: NewDelivery['channel'],
  targets: readonly string[],
): Promise<void> {
  const added = targets.map((target) => ({ channel, source, userId: null, target, content: {} }))
  await database.sql.transaction().execute((transaction) => outbox.add(transaction, added))
}

test('NT20 what is withdrawn while it is under way is not retried where it fails', async () => {
  const { sql } = database
  const attempts = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let begun = 0
  outbox.setSender('mail', ({ target }) => {
    begun += 1
    return attempts[target === 'one@people.test' ? 0 : 1]?.promise ?? Promise.reject(new Error())
  })
  await outbox.open()
  const source = 'withdrawn'
  await add(source, 'mail', ['one@people.test', 'two@people.test'])
  outbox.wake()
  await eventually('both are under way', () => begun === 2)
  await sql.transaction().execute((transaction) => outbox.withdraw(transaction, source, null))
  attempts[0]?.reject(new DeliveryFailure('unreachable', 'nobody listens'))
  attempts[1]?.resolve('250 taken')
  const log = () => outbox.log([source], 10)
  await eventually('both have ended', async () =>
    (await log()).every(({ endedAt }) => endedAt !== null),
  )
  const ended = (await log()).toSorted((one, other) => one.target.localeCompare(other.target))
  expect(ended).toMatchObject([
    { state: 'failed', failure: 'withdrawn', attempts: 1, detail: 'nobody listens' },
    { state: 'sent', failure: null, attempts: 1 },
  ])
})

test('OB8 whoever does not answer is asked once at a time, and holds up nobody else', async () => {
  const asked: string[] = []
  outbox.setSender('webhook', async ({ target }) => {
    asked.push(target)
    return target === 'silent.test' ? silence.promise : 'taken'
  })
  const source = 'silent'
  const targets = [...Array.from({ length: 9 }, () => 'silent.test'), 'well.test']
  await add(source, 'webhook', targets)
  const states = async () => (await outbox.log([source], 20)).map(({ state }) => state)
  await outbox.open()
  await eventually('the other one has it', async () => (await states()).includes('sent'))
  await eventually('one is under way', () => asked.length > 1)
  expect(asked.toSorted()).toEqual(['silent.test', 'well.test'])
  silence.resolve('taken at last')
  await eventually('all are sent', async () => (await states()).every((each) => each === 'sent'))
  expect(asked.toSorted()).toEqual(targets)
})
