import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { eventually, promptTimeoutMs } from '#testing/eventually.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { withLostAnswers } from '#testing/postgres/lost-answers.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { Delivery, NewDelivery } from './delivery.ts'
import { Outbox } from './outbox.ts'

let database: TestDatabase
let now = Date.UTC(2026, 10, 20, 8)
const opened: Outbox[] = []

beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())
beforeEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await database.sql.deleteFrom('deliveries').execute()
})

const some: NewDelivery = {
  ...{ channel: 'mail', source: 'tests 1', userId: null, target: 'one@people.test' },
  content: { text: 'hello' },
}
/** Of all channels together. */
const places = 10
const many = (count: number) => Array.from({ length: count }, () => some)
/** An outbox of a server of its own, and the attempts that it makes. */
function outboxOf(
  sender: (delivery: Delivery, signal: AbortSignal) => Promise<string>,
  sql: Sql = database.sql,
) {
  const attempts: Delivery[] = []
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) }
  const bus = createBus((error) => {
    throw error
  })
  const outbox = new Outbox({ sql, bus, clock: () => now, log })
  outbox.setSender('mail', async (delivery, signal) => {
    attempts.push(delivery)
    return sender(delivery, signal)
  })
  opened.push(outbox)
  return { outbox, attempts, warnings, bus }
}
const add = (outbox: Outbox, deliveries: readonly NewDelivery[] = [some]) =>
  database.sql.transaction().execute((transaction) => outbox.add(transaction, deliveries))
const ofTests = (outbox: Outbox) => outbox.log(['tests 1'], 10_000)
const stateOf = async (outbox: Outbox) => (await ofTests(outbox))[0]?.state

test('OB1 what is stored is delivered once, and the log has what was answered', async () => {
  const { outbox, attempts } = outboxOf(async () => '250 taken')
  await outbox.open()
  const [id] = await add(outbox)
  outbox.wake()
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent')
  outbox.wake()
  await outbox.close()
  expect(attempts).toMatchObject([{ id, attempt: 1, content: { text: 'hello' } }])
  expect(await ofTests(outbox)).toMatchObject([
    { id, state: 'sent', attempts: 1, detail: '250 taken', failure: null, endedAt: now },
  ])
})

test('OB1 what comes while everybody looks when the next one is due leaves at once', async () => {
  const { sql, release, count } = withHeldAnswers(database.sql, /min\("next_at"\)/)
  const { outbox } = outboxOf(async () => '250 taken', sql)
  await outbox.open()
  await eventually('all look', () => count() === places)
  await add(outbox)
  outbox.wake()
  release()
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent', promptTimeoutMs)
})

test('OB1 what a transaction takes back never leaves', async () => {
  const { outbox, attempts } = outboxOf(async () => '')
  await outbox.open()
  const undone = database.sql.transaction().execute(async (transaction) => {
    await outbox.add(transaction, [some])
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  outbox.wake()
  await outbox.close()
  expect(attempts).toEqual([])
})

test('OB2 it is retried later, under the same id, until it is given up', async () => {
  const { outbox, attempts } = outboxOf(async () => {
    throw new DeliveryFailure('unreachable', 'nobody listens')
  })
  await outbox.open()
  await add(outbox)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 9; attempt++) {
    outbox.wake()
    await eventually('it was tried', async () => {
      const [logged] = await ofTests(outbox)
      return logged?.attempts === attempt && logged.state !== 'sending'
    })
    const [logged] = await ofTests(outbox)
    expect(logged).toMatchObject({ failure: 'unreachable', detail: 'nobody listens' })
    waits.push((logged?.nextAt ?? now) - now)
    now = logged?.nextAt ?? now
  }
  expect(waits.map((wait) => wait / 1_000)).toEqual([
    ...[5, 30, 120, 600, 1_800, 3_600, 10_800, 28_800, 0],
  ])
  expect(await stateOf(outbox)).toBe('failed')
  expect(new Set(attempts.map(({ id }) => id)).size).toBe(1)
})

test('OB2 what can never be taken is not retried', async () => {
  const { outbox } = outboxOf(async () => {
    throw new DeliveryFailure('refused', 'no such person', true)
  })
  await outbox.open()
  await add(outbox)
  outbox.wake()
  await eventually('it has failed', async () => (await stateOf(outbox)) === 'failed')
  expect(await ofTests(outbox)).toMatchObject([{ attempts: 1, failure: 'refused', nextAt: null }])
})

test('OB3 what a killed server had under way is retried as a further attempt', async () => {
  const { outbox: killed, attempts: before } = outboxOf(
    (_, signal) =>
      new Promise(
        (_resolve, reject) => void signal.addEventListener('abort', () => reject(signal)),
      ),
  )
  await killed.open()
  const [id] = await add(killed)
  killed.wake()
  await eventually('it is under way', () => before.length === 1)
  await killed.close()
  expect(await stateOf(killed)).toBe('sending')
  const { outbox: next, attempts } = outboxOf(async () => 'taken')
  await next.open()
  now += 5_000
  next.wake()
  await eventually('it is sent', async () => (await stateOf(next)) === 'sent')
  expect(attempts).toMatchObject([{ id, attempt: 2 }])
  const recorded = await database.sql.selectFrom('delivery_attempts').selectAll().execute()
  expect(recorded.map(({ number, failure }) => [number, failure]).toSorted()).toEqual([
    [1, 'interrupted'],
    [2, null],
  ])
})

test('OB2 an attempt is not put off by who looked before it was due', async () => {
  let looks = 0
  const isFirst = (number: number) => (looks = number) === 1
  const held = withHeldAnswers(database.sql, /min\("next_at"\)/, isFirst)
  const answer = Promise.withResolvers<string>()
  const { outbox, attempts } = outboxOf(
    ({ attempt }) => (attempt === 1 ? answer.promise : Promise.resolve('taken')),
    held.sql,
  )
  await add(outbox)
  const later = { next_at: new Date(now + 600_000) }
  await database.sql.updateTable('deliveries').set(later).execute()
  await add(outbox)
  await outbox.open()
  // All but the one that delivers.
  await eventually('the others look', () => looks === places - 1)
  answer.reject(new DeliveryFailure('unreachable', ''))
  await eventually('it looks, too', () => looks === places)
  held.release()
  now += 5_000
  await eventually('it is tried again', () => attempts.length === 2, promptTimeoutMs)
})

test('OB3 what was begun by a statement whose answer was lost is retried', async () => {
  const sql = withLostAnswers(database.sql, /state = 'sending'/)
  const { outbox, attempts } = outboxOf(async () => 'taken', sql)
  await outbox.open()
  const [id] = await add(outbox)
  outbox.wake()
  await eventually('it is sent', async () => {
    now += 5_000
    outbox.wake()
    return (await stateOf(outbox)) === 'sent'
  })
  expect(attempts).toMatchObject([{ id, attempt: 2 }])
})

test('OB3 what ends while it is looked for what was lost is not made again', async () => {
  const held = withHeldAnswers(database.sql, /"attempts" as "attempt"/, (number) => number === 2)
  let looks = 0
  const counted = withHeldAnswers(held.sql, /min\("next_at"\)/, (number) => (looks = number) < 1)
  const answer = Promise.withResolvers<string>()
  const { outbox, attempts, warnings } = outboxOf(async () => answer.promise, counted.sql)
  await outbox.open()
  await eventually('nothing is there yet', () => looks === places)
  await add(outbox)
  outbox.wake()
  await eventually('it is under way', () => attempts.length === 1)
  // Whoever looked now would fail below.
  await eventually('the others have looked', () => looks === 2 * places - 1)
  const { schema } = database.sql
  await schema.alterTable('deliveries').renameTo('deliveries_away').execute()
  outbox.wake()
  await eventually('nothing more begins', () => warnings.length === places - 1)
  await schema.alterTable('deliveries_away').renameTo('deliveries').execute()
  outbox.wake()
  await eventually('it is looked for what was lost', () => held.count() === 1)
  answer.resolve('taken')
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent')
  held.release()
  await add(outbox)
  outbox.wake()
  await eventually('the next one is sent', () => attempts.length > 1)
  expect((await ofTests(outbox)).map(({ failure, attempts: made }) => [failure, made])).toEqual([
    [null, 1],
    [null, 1],
  ])
})

test('OB3 servers on one database make no attempt twice', async () => {
  const sent: string[] = []
  const note = async ({ id, attempt }: Delivery) => {
    sent.push(`${id} ${attempt}`)
    return ''
  }
  const outboxes = [1, 2].map(() => outboxOf(note).outbox)
  for (const each of outboxes) await each.open()
  const [first] = outboxes
  if (!first) throw new Error('there are two')
  await add(first, many(40))
  for (const each of outboxes) each.wake()
  await eventually('all are sent', async () =>
    (await ofTests(first)).every(({ state }) => state === 'sent'),
  )
  expect(sent).toHaveLength(40)
  expect(new Set(sent).size).toBe(40)
})

test('OB7 an answer that the database does not hold ends its delivery all the same', async () => {
  const { outbox } = outboxOf(async () => '250 taken\0')
  await add(outbox)
  await outbox.open()
  const sent = [{ state: 'sent', detail: '250 taken␀', attempts: 1 }]
  await expect.poll(() => ofTests(outbox), { timeout: promptTimeoutMs }).toMatchObject(sent)
})

test('OB4 of more than can wait the rest fails at once, with that reason', async () => {
  const { outbox } = outboxOf(async () => '')
  await add(outbox, many(5_000))
  await add(outbox, [some])
  const states = (await ofTests(outbox)).map(({ state, failure }) => `${state} ${failure}`)
  expect(states.filter((each) => each === 'failed full')).toHaveLength(1)
  expect(states.filter((each) => each === 'waiting null')).toHaveLength(5_000)
})

test('OB4 what ended a month ago is removed', async () => {
  const { outbox } = outboxOf(async () => '')
  await outbox.open()
  await add(outbox)
  outbox.wake()
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent')
  now += 31 * 86_400_000
  const { outbox: next } = outboxOf(async () => '')
  await next.open()
  await eventually('it is gone', async () => (await ofTests(next)).length === 0)
})

test('OB4 what ended a month ago is removed while the server runs, too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { outbox } = outboxOf(async () => '')
  await outbox.open()
  await add(outbox)
  outbox.wake()
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent')
  now += 31 * 86_400_000
  vi.advanceTimersByTime(3_600_000)
  await eventually('it is gone', async () => (await ofTests(outbox)).length === 0)
})

test('OB5 a delivery on a channel without a sender fails with that reason', async () => {
  const { outbox } = outboxOf(async () => '')
  await outbox.open()
  await add(outbox, [{ ...some, channel: 'webhook' }])
  outbox.wake()
  await eventually('it has failed', async () => (await stateOf(outbox)) === 'failed')
  expect(await ofTests(outbox)).toMatchObject([{ failure: 'not_set_up' }])
})

test('OB6 a clock that is set back holds up no further attempt', async () => {
  const { outbox, attempts, bus } = outboxOf(async ({ attempt }) => {
    if (attempt < 3) throw new DeliveryFailure('unreachable', 'nobody listens')
    return '250 taken'
  })
  await outbox.open()
  await add(outbox)
  outbox.wake()
  const tried = (attempt: number) =>
    eventually('it was tried', async () => {
      const [logged] = await ofTests(outbox)
      return logged?.attempts === attempt && logged.state === 'waiting'
    })
  await tried(1)
  now += 5_000 - 3_600_000
  const setBack = { byMs: 3_600_000, now, withinMs: 1_000 }
  bus.emit('clockSetBack', setBack)
  await tried(2)
  expect((await ofTests(outbox))[0]?.nextAt).toBe(now + 30_000)
  // Set back again in the middle of a wait, which is not shorter for that.
  now += 10_000 - 3_600_000
  bus.emit('clockSetBack', { ...setBack, now })
  await eventually('it waits by the new clock', async () => {
    const [logged] = await ofTests(outbox)
    return logged?.nextAt === now + 20_000
  })
  expect(attempts).toHaveLength(2)
  now += 20_000
  outbox.wake()
  await eventually('it is sent', async () => (await stateOf(outbox)) === 'sent')
})
