import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { lockUser } from '../users/users-store.ts'
import { assessPassword, type PasswordProblem } from '../../contract/password.ts'

let person: Person
beforeEach(async () => {
  site.now += 3_600_000
  person = await site.addPerson({ name: 'Ulrike Sandström', roles: ['basic', 'editor'] })
})

const errorsOf = (reply: { json(): { errors?: object } }) => Object.keys(reply.json().errors ?? {})

test('SE25 a new password ends the other sessions and changes the token of this one', async () => {
  const other = await site.clientOf(person.id)
  const oldToken = person.client.cookies.get('warroom_session')
  expect(
    (
      await person.client.post('/api/profile/password', {
        current: password,
        next: 'another harbour',
      })
    ).statusCode,
  ).toBe(204)
  expect((await other.get('/api/user')).statusCode).toBe(401)
  expect(person.client.cookies.get('warroom_session')).not.toBe(oldToken)
  expect((await person.client.get('/api/user')).statusCode).toBe(200)
  expect((await person.client.post('/api/auth/role/asign', { role: null })).statusCode).toBe(200)
  person.client.cookies.set('warroom_session', oldToken ?? '')
  expect((await person.client.get('/api/user')).statusCode).toBe(401)
  expect((await (await site.anonymousClient()).signIn(person.email, password)).statusCode).toBe(401)
  expect(
    (await (await site.anonymousClient()).signIn(person.email, 'another harbour')).statusCode,
  ).toBe(200)
})

test('SE25 of two that replace one password at once the later one is refused', async () => {
  const clients = [person.client, await site.clientOf(person.id)]
  const next = ['another harbour', 'a third harbour']
  const changes = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, person.id)
    const asked = clients.map((client, index) =>
      client.post('/api/profile/password', { current: password, next: next[index] }),
    )
    await eventually('both wait', async () => (await countWaiting(site.sql)) === 2)
    return { replies: Promise.all(asked) }
  })
  const codes = (await changes.replies).map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([204, 422])
  const winner = codes.indexOf(204)
  expect((await clients[winner]?.get('/api/user'))?.statusCode).toBe(200)
  const browser = await site.anonymousClient()
  expect((await browser.signIn(person.email, next[winner] ?? '')).statusCode).toBe(200)
})

test('SE25 a new password makes reset links and half-done sign-ins void', async () => {
  await site.sql
    .insertInto('password_links')
    .values({
      user_id: person.id,
      token_hash: Buffer.alloc(32, person.id),
      expires_at: new Date(site.now + 60_000),
    })
    .execute()
  await person.client.post('/api/profile/password', { current: password, next: 'another harbour' })
  expect(
    await site.sql
      .selectFrom('password_links')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute(),
  ).toEqual([])
})

test.each([
  ['wrong', 'another harbour', 'current'],
  [password, 'short', 'next'],
  [password, 'P@ssw0rd123', 'next'],
  [password, password, 'next'],
  [password, 'Ulrike2026', 'next'],
])('SE25 from %s to %s is refused on %s...', async (current, next, field) => {
  const reply = await person.client.post('/api/profile/password', { current, next })
  expect([reply.statusCode, errorsOf(reply)]).toEqual([422, [field]])
})

test('SE25 the right password takes wrong ones before it back', async () => {
  const errorsAfter = async (current: string) =>
    errorsOf(await person.client.post('/api/profile/password', { current, next: password }))
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await errorsAfter('guess')).toEqual(['current'])
  expect(await errorsAfter(password)).toEqual(['next'])
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await errorsAfter('guess')).toEqual(['current'])
})

test('SE25 guessing the current password waits like guessing at sign-in', async () => {
  for (let attempt = 0; attempt < 5; attempt++)
    expect(
      (
        await person.client.post('/api/profile/password', {
          current: 'guess',
          next: 'another harbour',
        })
      ).statusCode,
    ).toBe(422)
  const refused = await person.client.post('/api/profile/password', {
    current: password,
    next: 'another harbour',
  })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
})

test.each<[string, PasswordProblem | null]>([
  ['sieben7', 'short'],
  ['💧💧💧💧', 'short'],
  ['password', 'common'],
  ['P4ssw0rd!!', 'common'],
  ['Welcome2026', 'common'],
  ['qwertyqwerty', 'common'],
  ['aaaaaaaaaaaa', 'common'],
  ['987654321', 'common'],
  ['stuvwxyz', 'common'],
  ['Sandström1', 'personal'],
  ['example.org', 'personal'],
  ['a quiet harbour', null],
  ['Sandström likes 40 harbours', null],
])('SE26 the new password %j: %s', (candidate, problem) => {
  expect(assessPassword(candidate, ['Ulrike Sandström', 'ulrike@example.org']).problem).toBe(
    problem,
  )
})

test('SE26 a longer password is never weaker, and a refused one has no strength', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 8, maxLength: 40 }),
      fc.string({ maxLength: 20 }),
      (one, more) => {
        const [shorter, longer] = [assessPassword(one), assessPassword(one + more)]
        expect(shorter.problem === null).toBe(shorter.strength > 0)
        if (longer.problem === null)
          expect(longer.strength).toBeGreaterThanOrEqual(shorter.strength)
      },
    ),
  )
})
