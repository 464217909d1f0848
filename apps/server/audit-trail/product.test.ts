import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { writeDemoState } from '#features/demo-plant/server/demo-state-store.ts'
import { recordMany } from '#features/audit/server/index.ts'
import { writeEndedSums } from '#features/audit/server/entry-sums.ts'
import {
  closeDemoAccounts,
  firstAdministratorLink,
  sealSecondFactors,
} from '#features/accounts/server/index.ts'
import { commandLineOrigin } from '#kit/server/audit.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { recordAudit } from '#testing/audit.ts'
import { endSums } from '#testing/postgres/audit-store.ts'
import { provisionDemo } from '../demo.ts'
import {
  entries,
  expectNoSecret,
  guarded,
  recordUnaudited,
  now,
  person,
  site,
  watchAudit,
} from '#testing/audit-trail/trail.ts'

watchAudit()

test('AU1 a device that registers itself leaves an entry, its sensors one', async () => {
  const before = await entries()
  const { id } = await site.data.catalogue.registerDevice('SELF-1', 'a token of sixteen')
  await site.data.catalogue.registerDevice('SELF-1', 'a token of sixteen')
  const samples = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `s${index}`, sample: 1 }))
  await site.data.catalogue.addSensors(id, samples(7))
  await site.data.catalogue.addSensors(id, samples(9))
  await endSums(site.sql)
  await writeEndedSums(site.sql)
  const about = { entity: 'device', entity_id: 'SELF-1', address: 'product' }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({ action: 'device.add', ...about }),
    expect.objectContaining({ action: 'device.add-sensors', ...about, count: 9 }),
  ])
})

test('AU1 DP23 what the product does by itself at its start leaves entries too', async () => {
  const audited = { sql: site.sql, audit: recordAudit }
  const actions = async (work: () => Promise<unknown>) => {
    const before = await entries()
    await work()
    const added = (await entries()).slice(before.length)
    for (const { address, actor_id } of added)
      expect([address, actor_id]).toEqual(['product', null])
    return Object.entries(Object.groupBy(added, ({ action }) => action)).map(
      ([action, each]) => `${each?.length} ${action}`,
    )
  }
  expect((await actions(() => provisionDemo(audited))).toSorted()).toEqual(
    [
      ...['1 installation.change-shifts', '1 installation.provision-demo'],
      ...['2 product.add', '7 user.create'],
    ].toSorted(),
  )
  expect(await actions(() => provisionDemo(audited))).toEqual(['1 installation.provision-demo'])
  await (await person()).client.put('/api/shifts', { shifts: [] })
  await writeDemoState(site.sql, { seed: 1, backfill: { from: 0, to: 0 }, backfilled: false })
  expect(await actions(() => provisionDemo(audited))).toEqual(['1 installation.provision-demo'])
  expect(await actions(() => closeDemoAccounts(audited))).toEqual(['7 user.close-demo-account'])
  expect(await actions(() => closeDemoAccounts(audited))).toEqual([])
  expect((await actions(() => provisionDemo(audited))).toSorted()).toEqual(
    ['1 installation.provision-demo', '7 user.reset-password'].toSorted(),
  )
  expect(await actions(() => firstAdministratorLink(audited, 'https://plant.test', now))).toEqual(
    [],
  )
  await site.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, commandLineOrigin(), {
      action: 'user.disable',
      entity: 'user',
      entityId: '',
      entityName: 'all',
    })
    await transaction.updateTable('users').set({ disabled: true }).execute()
  })
  expect(await actions(() => firstAdministratorLink(audited, 'https://plant.test', now))).toEqual([
    '1 user.first-administrator-link',
  ])
  await site.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, commandLineOrigin(), {
      action: 'user.enable',
      entity: 'user',
      entityId: '',
      entityName: 'all',
    })
    await transaction.updateTable('users').set({ disabled: false }).execute()
  })
})

test('AU1 secrets that a start seals with another key are one entry', async () => {
  const [one, other] = [await guarded(), await guarded()]
  await recordUnaudited()
  const before = await entries()
  const keyring = createKeyring([randomBytes(32), Buffer.alloc(32, 7)])
  await sealSecondFactors(
    { sql: site.sql, auditMany: recordMany },
    keyring,
    pino({ level: 'silent' }),
  )
  await endSums(site.sql)
  await writeEndedSums(site.sql)
  const added = (await entries()).slice(before.length)
  expect(added).toMatchObject([{ action: 'installation.seal-second-factors', address: 'product' }])
  expect(added[0]?.count).toBeGreaterThanOrEqual([one, other].length)
})

test('AU2 no secret that was used here is in the audit', expectNoSecret)
