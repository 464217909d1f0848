import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { recordAudit } from '#testing/audit.ts'
import { createKeyring, type Keyring } from '#kit/server/secrets/keyring.ts'
import { noAuditMany } from '#testing/no-audit.ts'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { countWaiting, fileOf } from '#testing/postgres/databases-store.ts'
import { openSecret, sealSecondFactors, sealSecret } from './second-factor-secrets.ts'
import { readSecondFactor } from './second-factor-store.ts'
import { replaceSecret } from './sealed-secrets-store.ts'
import { userCommands } from '../users/users-commands.ts'

let person: Person
let secret = Buffer.alloc(0)
let codes: string[] = []
const logged: { level: number; keyId?: string; secondFactors?: number; msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })

const codeAt = (time: number) =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({
    timestamp: time,
  })

beforeEach(async () => {
  logged.length = 0
  await site.sql.deleteFrom('second_factors').execute()
  site.now += 3_600_000
  person = await site.addPerson()
  const setUp = (await person.client.post('/api/profile/second-factor/setup', { password })).json()
    .data
  secret = Buffer.from(Secret.fromBase32(setUp.secret).bytes)
  codes = (
    await person.client.post('/api/profile/second-factor/confirm', { code: codeAt(site.now) })
  ).json().data.recoveryCodes
  site.now += 60_000
})

const stored = async (userId = person.id) => {
  const factor = await readSecondFactor(site.sql, userId)
  if (!factor) throw new Error('no second factor')
  return factor.secret
}

async function secondStep(proof: object) {
  const browser = await site.anonymousClient()
  const { ticket } = (
    await browser.post('/api/auth/login', { email: person.email, password })
  ).json().data
  return browser.post('/api/auth/second-factor', { ticket, ...proof })
}

/** As a version stored it that did not seal. */
const storeOpen = () =>
  site.sql
    .updateTable('second_factors')
    .set({ secret, key_id: null })
    .where('user_id', '=', person.id)
    .execute()
/** As if the keys of the installation were others, until the secret is sealed again. */
const sealWith = async (keyring: Keyring) => {
  await storeOpen()
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, keyring, log)
}

test('SE36 the database holds no secret that a thief of it could use', async () => {
  const { bytes, keyId } = await stored()
  expect(keyId).toBe(site.keyring.keyId)
  expect(bytes.includes(secret)).toBe(false)
  expect(openSecret(site.keyring, person.id, await stored())).toEqual(secret)
  const pending = await site.clientOf(
    await site.addAccount({
      email: site.newEmail('pending'),
      roles: ['basic'],
    }),
  )
  await pending.post('/api/profile/second-factor/setup', { password })
  const rows = await site.sql.selectFrom('second_factors').select('key_id').execute()
  expect(rows.map((row) => row.key_id)).toEqual([keyId, keyId])
})

test('SE36 a secret that is copied into the row of another person opens for neither', async () => {
  const otherId = await site.addAccount({
    email: site.newEmail('thief'),
    roles: ['basic'],
  })
  const { bytes, keyId } = await stored()
  await site.sql
    .insertInto('second_factors')
    .values({ user_id: otherId, secret: bytes, key_id: keyId, confirmed_at: new Date(site.now) })
    .execute()
  expect(openSecret(site.keyring, otherId, await stored(otherId))).toBeNull()
})

test('SE36 the start seals what is stored open, once; it signs in as before', async () => {
  await storeOpen()
  expect((await secondStep({ code: codeAt(site.now) })).json().error).toBe(
    'second_factor_unreadable',
  )
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, site.keyring, log)
  const sealed = await stored()
  expect([sealed.keyId, openSecret(site.keyring, person.id, sealed)]).toEqual([
    site.keyring.keyId,
    secret,
  ])
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, site.keyring, log)
  expect(await stored()).toEqual(sealed)
  expect(logged.map(({ secondFactors }) => secondFactors)).toEqual([1])
  expect((await secondStep({ code: codeAt(site.now) })).statusCode).toBe(200)
})

test('SE36 after open secrets were sealed, no file of the database holds them', async () => {
  await storeOpen()
  const before = await fileOf(site.sql, 'second_factors')
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, site.keyring, log)
  const after = await fileOf(site.sql, 'second_factors')
  expect(after).not.toBe(before)
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, site.keyring, log)
  expect(await fileOf(site.sql, 'second_factors')).toBe(after)
})

test('SE36 a secret that was set up again while it was sealed is not overwritten', async () => {
  const before = await stored()
  const late = sealSecret(site.keyring, person.id, secret)
  expect(await replaceSecret(site.sql, person.id, randomBytes(20), late)).toBe(false)
  expect(await stored()).toEqual(before)
  expect(await replaceSecret(site.sql, person.id, before.bytes, late)).toBe(true)
})

test('SE36 a replaced key opens; its secrets are sealed with the new one', async () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  await sealWith(createKeyring([old]))
  const both = createKeyring([fresh, old])
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, both, log)
  expect(openSecret(createKeyring([fresh]), person.id, await stored())).toEqual(secret)
})

test('SE36 without the key a code is refused, a recovery code signs in', async () => {
  await sealWith(createKeyring([randomBytes(32)]))
  const before = await stored()
  logged.length = 0
  await sealSecondFactors({ sql: site.sql, auditMany: noAuditMany }, site.keyring, log)
  expect(await stored()).toEqual(before)
  expect(logged).toMatchObject([{ level: 50, secondFactors: 1, keyId: before.keyId }])
  expect(logged[0]?.msg).toContain('restore secret.key')
  for (const code of [codeAt(site.now), '000000', '000000', '000000', '000000', '000000']) {
    const reply = await secondStep({ code })
    expect([reply.statusCode, reply.json().error]).toEqual([409, 'second_factor_unreadable'])
  }
  expect(
    (await person.client.post('/api/profile/second-factor/setup', { password })).statusCode,
  ).toBe(409)
  expect((await secondStep({ recoveryCode: codes[0] })).statusCode).toBe(200)
  expect(
    (await person.client.post('/api/profile/second-factor/disable', { password })).statusCode,
  ).toBe(204)
})

test('SE36 web and command line reset a second factor whose key is lost', async () => {
  await sealWith(createKeyring([randomBytes(32)]))
  const administrator = await site.clientOf(
    await site.addAccount({ email: site.newEmail('admin'), roles: ['admin'] }),
  )
  expect(
    (await administrator.post(`/api/users/${person.id}/second-factor/disable`)).statusCode,
  ).toBe(200)
  expect(
    (await (await site.anonymousClient()).signIn(person.email, password)).json().data,
  ).toMatchObject({
    email: person.email,
  })
  await person.client.post('/api/profile/second-factor/setup', { password })
  const reset = (options: object) =>
    Promise.resolve(
      userCommands
        .find(({ name }) => name === 'user reset-second-factor')
        ?.run({ sql: site.sql, audit: recordAudit }, options),
    )
  await expect(reset({ email: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(reset({ email: person.email })).rejects.toMatchObject({ code: 'conflict' })
  await site.sql
    .updateTable('second_factors')
    .set({ confirmed_at: new Date(site.now) })
    .where('user_id', '=', person.id)
    .execute()
  expect(await reset({ email: person.email.toUpperCase() })).toEqual({
    email: person.email.toUpperCase(),
  })
  expect(
    (await (await site.anonymousClient()).signIn(person.email, password)).json().data,
  ).toMatchObject({
    email: person.email,
  })
  const asked = `action=user.disable-second-factor&entityId=${person.id}`
  const entries = (await administrator.get(`/api/audit?${asked}`)).json<{ data: object[] }>().data
  expect(entries).toMatchObject([
    { actor: null, entityId: String(person.id) },
    { entityId: String(person.id) },
  ])
})

test('SE35 a secret that is replaced while its code is confirmed is not switched on', async () => {
  await person.client.post('/api/profile/second-factor/disable', { password })
  const setUp = (await person.client.post('/api/profile/second-factor/setup', { password })).json()
    .data
  secret = Buffer.from(Secret.fromBase32(setUp.secret).bytes)
  const { confirmation } = await site.sql.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .forUpdate()
      .execute()
    const pending = person.client.post('/api/profile/second-factor/confirm', {
      code: codeAt(site.now),
    })
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    const other = sealSecret(site.keyring, person.id, randomBytes(20))
    await transaction
      .updateTable('second_factors')
      .set({ secret: other.bytes })
      .where('user_id', '=', person.id)
      .execute()
    return { confirmation: pending }
  })
  expect((await confirmation).statusCode).toBe(409)
  expect((await person.client.get('/api/profile')).json().data.secondFactor).toBe(false)
})
