import { expect, test } from 'vitest'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { hashedAtOnce, hashPassword, verifyPassword } from './password.ts'

test('SE12 a hash is an argon2id PHC string of its own salt', async () => {
  const [one, other] = [await hashPassword('warroom'), await hashPassword('warroom')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await verifyPassword(one, 'warroom')).toBe(true)
  expect(await verifyPassword(one, 'Warroom')).toBe(false)
})

test('SE12 hashes of another argon2id implementation are understood', async () => {
  // From the test vectors of the reference implementation: "password", salt "somesalt", 64 MiB, two
  // passes.
  const reference =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword(reference, 'password')).toBe(true)
})

test('SE47 a password counts however Unicode puts its letters together', async () => {
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) =>
    'Lò hơi số hai'.normalize(form),
  )
  if (composed === undefined || decomposed === undefined) throw new Error('no forms')
  expect(await verifyPassword(await hashPassword(composed), decomposed)).toBe(true)
  expect(await verifyPassword(await hashPassword(decomposed), composed)).toBe(true)
  // As it was hashed before: for who types it in the same way.
  expect(await verifyPassword(cheapPasswordHash(decomposed), decomposed)).toBe(true)
  expect(await verifyPassword(cheapPasswordHash(composed), 'Lo hoi so hai')).toBe(false)
})

test('SE2 an account that nobody has takes the same work', async () => {
  const hash = await hashPassword('warroom')
  const timed = async (stored: string | null) => {
    const start = performance.now()
    expect(await verifyPassword(stored, 'guess')).toBe(false)
    return performance.now() - start
  }
  await timed(null)
  const fastest = async (stored: string | null) =>
    Math.min(await timed(stored), await timed(stored), await timed(stored))
  expect(await fastest(null)).toBeGreaterThan((await fastest(hash)) / 4)
})

test('SE12 unknown browsers without number neither shut out nor delay known ones', async () => {
  const hash = await hashPassword('warroom')
  let done = 0
  const cheap = cheapPasswordHash('warroom')
  // Those that may come before the known one take as long as it does.
  const strangers = Array.from({ length: 103 + hashedAtOnce }, (_, index) =>
    verifyPassword(index < 20 ? hash : cheap, 'guess', 'unknown').finally(() => (done += 1)),
  )
  const all = Promise.allSettled(strangers)
  expect(await verifyPassword(hash, 'warroom')).toBe(true)
  // Three were sent away at once, and some were being hashed already.
  expect(done).toBeLessThanOrEqual(3 + 2 * hashedAtOnce)
  expect((await all).filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

test('SE12 when a hundred wait, the next is sent away', async () => {
  const hash = cheapPasswordHash('warroom')
  const results = await Promise.allSettled(
    Array.from({ length: 103 + hashedAtOnce }, () => verifyPassword(hash, 'warroom')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100 + hashedAtOnce)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('too_many_requests'))
  expect(await verifyPassword(hash, 'warroom')).toBe(true)
})
