import pg from 'pg'
import { expect, it } from 'vitest'
import { isDatabaseAway, isTransientFailure } from './transient-failure.ts'

const withCode = (code: string) => Object.assign(new Error('it failed'), { code })

it.each([
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '08006',
  '40001',
  '40P01',
  '53300',
  '57P01',
])('EP10 a failure with the code %s may pass', (code) =>
  expect(isTransientFailure(withCode(code))).toBe(true),
)

it.each(['42P01', '42703', '22P02', '23505', '0A000', 'ERR_INVALID_ARG_TYPE'])(
  'EP10 a failure with the code %s would come again',
  (code) => expect(isTransientFailure(withCode(code))).toBe(false),
)

it.each(['08006', '40P01', '40001', '53300', '57014', '25006', '55P03'])(
  'EP22 a call that failed with %s may be made again',
  (code) => expect(isDatabaseAway(withCode(code))).toBe(true),
)

it.each(['25P02', '22P02', '23505', '55000', 'ENOENT'])(
  'EP22 a call that failed with %s would fail again',
  (code) => expect(isDatabaseAway(withCode(code))).toBe(false),
)

it('EP10 what the program itself gets wrong would come again', () => {
  for (const error of [new TypeError('x is not a function'), new RangeError('x'), 'text', null])
    expect(isTransientFailure(error)).toBe(false)
})

it('EP10 a driver without its server fails in a way that may pass', async () => {
  const refused = new pg.Client({ host: '127.0.0.1', port: 1 })
  const failure = await refused.connect().catch((error: unknown) => error)
  expect(isTransientFailure(failure)).toBe(true)
  const again = await refused.query('SELECT 1').catch((error: unknown) => error)
  expect(isTransientFailure(again)).toBe(true)
  const full = new pg.Pool({ host: '192.0.2.1', connectionTimeoutMillis: 1 })
  expect(isTransientFailure(await full.connect().catch((error: unknown) => error))).toBe(true)
  await full.end()
})
