import { afterEach, beforeEach, expect, test } from 'vitest'
import { endSums } from '#testing/postgres/audit-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { recordMany } from './index.ts'
import { recordAudit } from '#testing/audit.ts'
import { writeEndedSums } from './entry-sums.ts'
import { verifyAudit } from './verify.ts'

let database: TestDatabase
beforeEach(async () => void (database = await testDatabase()))
afterEach(() => database.drop())

async function fail(account: string, address: string, reason = 'unknown account'): Promise<void> {
  const record = {
    action: 'session.sign-in-failed',
    entity: 'session',
    entityId: '',
    entityName: account,
    after: { reason },
  } as const
  await database.sql
    .transaction()
    .execute((transaction) =>
      recordAudit(transaction, { actorId: null, address, requestId: 'request' }, record),
    )
}

const entries = () => database.sql.selectFrom('audit_entries').selectAll().orderBy('id').execute()
const listOf = (after: unknown, field: string) =>
  (after as Record<string, readonly string[]>)[field] ?? []
const total = async () => (await entries()).reduce((sum, { count }) => sum + count, 0)

test('AU9 the first failure is an entry at once, the following are one with a count', async () => {
  for (let index = 0; index < 50; index++) await fail('ann@example.org', '203.0.113.7')
  expect(await entries()).toMatchObject([{ count: 1, first_time: null }])
  expect(await writeEndedSums(database.sql)).toBe(0)
  await endSums(database.sql)
  expect(await writeEndedSums(database.sql)).toBe(1)
  expect(await writeEndedSums(database.sql)).toBe(0)
  const [first, sum] = await entries()
  expect(sum).toMatchObject({
    ...{ action: 'session.sign-in-failed', entity_name: 'ann@example.org', address: '203.0.113.7' },
    ...{ count: 49, after: { reason: 'unknown account' }, first_time: expect.any(Date) },
  })
  expect(sum?.first_time?.getTime()).toBeGreaterThanOrEqual(first?.time.getTime() ?? Infinity)
  expect(sum?.time.getTime()).toBeGreaterThan(sum?.first_time?.getTime() ?? Infinity)
  expect(await verifyAudit(database.sql)).toMatchObject({ problemCount: 0 })
})

test('AU9 a single failure leaves one entry and no sum', async () => {
  await fail('ann@example.org', '203.0.113.7')
  await endSums(database.sql)
  expect(await writeEndedSums(database.sql)).toBe(0)
  expect(await entries()).toHaveLength(1)
})

test('AU9 many accounts or addresses leave a bounded number of entries, right counts', async () => {
  for (let index = 0; index < 208; index++)
    await fail(`invented${index}@example.org`, '198.51.100.1')
  expect(await entries()).toHaveLength(5)
  // No more at a time than get a connection soon on a machine that has much to do.
  for (let first = 0; first < 300; first += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => first + index).map((index) =>
        fail(`other${index}@example.org`, `192.0.2.${index}`),
      ),
    )
  await endSums(database.sql)
  await writeEndedSums(database.sql)
  const all = await entries()
  // 30 subjects, one more for each transaction that counts them at the same moment; 30 addresses;
  // all the others.
  expect(all.length).toBeLessThanOrEqual(30 + 4 + 30 + 4 + 1)
  expect(await total()).toBe(508)
  const ofAddress = all.find(({ address, count }) => address === '198.51.100.1' && count > 1)
  expect(ofAddress).toMatchObject({ count: 203, entity_name: '' })
  expect(ofAddress?.after).toMatchObject({
    reason: 'unknown account',
    accounts: expect.arrayContaining(['invented5@example.org']),
  })
  expect(listOf(ofAddress?.after, 'accounts').length).toBeLessThanOrEqual(20)
  expect(all.some(({ address }) => address === 'several')).toBe(true)
})

test('AU9 failures at the same moment are all counted', async () => {
  await Promise.all(Array.from({ length: 40 }, () => fail('ann@example.org', '203.0.113.7')))
  await endSums(database.sql)
  await Promise.all([writeEndedSums(database.sql), writeEndedSums(database.sql)])
  expect(await total()).toBe(40)
  expect((await entries()).length).toBe(2)
})

test('AU9 a failure that is undone is not counted', async () => {
  await fail('ann@example.org', '203.0.113.7')
  const undone = database.sql.transaction().execute(async (transaction) => {
    const about = {
      entity: 'session',
      entityId: '',
      entityName: 'ann@example.org',
      after: { reason: 'unknown account' },
    } as const
    await recordAudit(
      transaction,
      { actorId: null, address: '203.0.113.7', requestId: 'x' },
      { action: 'session.sign-in-failed', ...about },
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await endSums(database.sql)
  expect(await writeEndedSums(database.sql)).toBe(0)
})

test('AU9 new sensors are one entry for each device and period, with their count', async () => {
  const add = (lesiId: string, names: readonly string[]) =>
    database.sql.transaction().execute((transaction) =>
      recordMany(transaction, { actorId: null, address: 'product', requestId: 'x' }, [
        {
          action: 'device.add-sensors',
          entity: 'device',
          entityId: lesiId,
          entityName: lesiId,
          names,
        },
      ]),
    )
  await add('PUMP-1', ['a', 'b'])
  await add(
    'PUMP-1',
    Array.from({ length: 100 }, (_, index) => `s${index}`),
  )
  await add('PUMP-2', ['a'])
  expect(await entries()).toEqual([])
  await endSums(database.sql)
  expect(await writeEndedSums(database.sql)).toBe(2)
  const [one, two] = (await entries()).toSorted((each, other) =>
    each.entity_id.localeCompare(other.entity_id),
  )
  expect(one).toMatchObject({
    entity_id: 'PUMP-1',
    count: 102,
    after: { sensors: expect.arrayContaining(['a', 'b', 's0']) },
  })
  expect(listOf(one?.after, 'sensors')).toHaveLength(20)
  expect(two).toMatchObject({ entity_id: 'PUMP-2', count: 1, after: { sensors: ['a'] } })
})
