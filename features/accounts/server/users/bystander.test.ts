import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'

let root: HttpClient
beforeEach(async () => {
  site.now += 86_400_000
  root = (await site.addPerson({ roles: ['admin'] })).client
})

const addPerson = () =>
  site.addPerson({ roles: ['user', 'basic'], permissions: ['view menu clipboard'] })

async function secondFactorOf({ client }: Person): Promise<() => string> {
  const { secret } = (await client.post('/api/profile/second-factor/setup', { password })).json()
    .data
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now })
  expect(
    (await client.post('/api/profile/second-factor/confirm', { code: codeNow() })).statusCode,
  ).toBe(200)
  site.now += 60_000
  return codeNow
}

const ticketOf = async ({ email }: Person) =>
  (await (await site.anonymousClient()).post('/api/auth/login', { email, password })).json().data
    .ticket as string

/** Everything that the database holds of a person. */
async function rowsOf({ id }: Person): Promise<unknown> {
  const { sql } = site
  const of = { user_id: id }
  return {
    user: await sql.selectFrom('users').selectAll().where('id', '=', id).execute(),
    sessions: await sql
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', of.user_id)
      .orderBy('id')
      .execute(),
    factor: await sql.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute(),
    codes: await sql
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('code_hash')
      .execute(),
    tickets: await sql
      .selectFrom('sign_in_tickets')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('token_hash')
      .execute(),
    links: await sql.selectFrom('password_links').selectAll().where('user_id', '=', id).execute(),
    roles: await sql
      .selectFrom('user_roles')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('role')
      .execute(),
    permissions: await sql
      .selectFrom('user_permissions')
      .selectAll()
      .where('user_id', '=', id)
      .execute(),
    failures: await sql
      .selectFrom('sign_in_failures')
      .selectAll()
      .where('account', '=', String(id))
      .execute(),
  }
}

/** A person with something in every place. */
async function addBystander(): Promise<Person> {
  const person = await addPerson()
  await secondFactorOf(person)
  await person.client.post('/api/auth/role/asign', { role: 'basic' })
  await site.clientOf(person.id)
  await ticketOf(person)
  await (
    await site.anonymousClient()
  ).post('/api/auth/login', { email: person.email, password: 'a wrong guess' })
  const link = {
    user_id: person.id,
    token_hash: hashToken(`link ${person.id}`),
    expires_at: new Date(site.now + 86_400_000),
  }
  await site.sql.insertInto('password_links').values(link).execute()
  return person
}

const linkOf = async ({ id }: Person) =>
  (await root.post(`/api/users/${id}/reset-link`)).json().data.path.replace('/reset#', '') as string

async function ownChanges(person: Person): Promise<void> {
  const { id, email, client } = person
  const codeNow = await secondFactorOf(person)
  const guesser = await site.anonymousClient()
  const ticket = await ticketOf(person)
  await guesser.post('/api/auth/second-factor', { ticket, code: '000000' })
  await guesser.post('/api/auth/second-factor', { ticket, recoveryCode: 'none' })
  await guesser.post('/api/auth/login', { email, password: 'a wrong guess' })
  expect(
    (await guesser.post('/api/auth/second-factor', { ticket, code: codeNow() })).statusCode,
  ).toBe(200)
  await site.clientOf(id)
  expect((await client.delete('/api/profile/sessions')).statusCode).toBe(200)
  expect((await client.post('/api/auth/role/asign', { role: 'basic' })).statusCode).toBe(200)
  const profile = { name: 'Renamed', introduction: '', language: null, version: 1 }
  expect((await client.put('/api/profile', profile)).statusCode).toBe(200)
  expect((await client.post('/api/profile/second-factor/disable', { password })).statusCode).toBe(
    204,
  )
  const next = 'vier grüne Enten'
  expect((await client.post('/api/profile/password', { current: password, next })).statusCode).toBe(
    204,
  )
  site.now += 120_000
  expect((await client.get('/api/user')).statusCode).toBe(200)
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
}

async function changesByAdministrator(person: Person): Promise<void> {
  const { id, email } = person
  await secondFactorOf(person)
  await ticketOf(person)
  const reset = { token: await linkOf(person), password: 'another harbour' }
  expect((await (await site.anonymousClient()).post('/api/auth/reset', reset)).statusCode).toBe(204)
  expect((await root.post(`/api/users/${id}/second-factor/disable`)).statusCode).toBe(200)
  const edit = {
    version: 1,
    name: 'Edited',
    email,
    introduction: '',
    roles: ['free'],
    permissions: [],
  }
  expect((await root.put(`/api/users/${id}`, edit)).statusCode).toBe(200)
  await linkOf(person)
  const wider = {
    version: 2,
    name: 'Edited',
    email,
    introduction: '',
    roles: ['free', 'user'],
    permissions: [],
  }
  expect((await root.put(`/api/users/${id}`, wider)).statusCode).toBe(200)
  expect((await root.post(`/api/users/${id}/disable`)).statusCode).toBe(200)
  expect((await root.post(`/api/users/${id}/enable`)).statusCode).toBe(200)
  expect((await root.delete(`/api/users/${id}`)).statusCode).toBe(204)
}

test('SE41 what a person does with their own account touches nobody else’s', async () => {
  const [bystander, person] = [await addBystander(), await addPerson()]
  const before = await rowsOf(bystander)
  await ownChanges(person)
  expect(await rowsOf(bystander)).toEqual(before)
})

test('AM16 what an administrator does to one person touches no other', async () => {
  const [bystander, person] = [await addBystander(), await addPerson()]
  const before = await rowsOf(bystander)
  await changesByAdministrator(person)
  expect(await rowsOf(bystander)).toEqual(before)
})

test('SE33 a ticket that two send at once, each with a proof, starts one session', async () => {
  const person = await addPerson()
  const { secret } = (
    await person.client.post('/api/profile/second-factor/setup', { password })
  ).json().data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now })
  const { recoveryCodes } = (
    await person.client.post('/api/profile/second-factor/confirm', { code })
  ).json().data
  const ticket = await ticketOf(person)
  const browsers = await Promise.all(
    ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((address) => site.anonymousClient(address)),
  )
  const replies = await Promise.all(
    browsers.map((browser, index) =>
      browser.post('/api/auth/second-factor', { ticket, recoveryCode: recoveryCodes[index] }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401])
})
