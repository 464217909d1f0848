import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { createHttpApplication } from '../application.ts'

const busy = (cause?: Error) =>
  new AppError('store_unavailable', 'Too much is waiting', { retryAfterSeconds: 5, cause })
const away = () => Object.assign(new Error('gone'), { code: '57P01' })

interface Logged {
  readonly level: number
  readonly code?: string
  readonly reason?: string
  readonly cause?: string
  readonly err?: { readonly stack: string }
}

/** The status of the answer to what throws this, and what is logged of it from `info` on. */
async function answerTo(make: () => Error) {
  const lines: Logged[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Logged)
  const app = createHttpApplication(pino({ level: 'info' }, { write }))
  app.get('/it', () => Promise.reject(make()))
  const { statusCode } = await app.inject('/it')
  await app.close()
  return { statusCode, lines }
}

test.each<[string, () => Error, number, number]>([
  ['refused for now', busy, 503, 0],
  ['failed', () => new Error('a defect'), 500, 1],
  ['failed by what its maker calls so', () => new AppError('internal', 'a defect'), 500, 1],
])('HT36 a request that is %s is an error of the log, or not', async (_, make, status, errors) => {
  const { statusCode, lines } = await answerTo(make)
  expect(statusCode).toBe(status)
  expect(lines.filter(({ level, err }) => level >= 50 && err?.stack)).toHaveLength(errors)
  expect(lines).toHaveLength(errors)
})

const warn = 40

test.each<[string, () => Error, number, Partial<Logged>]>([
  [
    'for now, for a cause',
    () => busy(new Error('the socket ended')),
    503,
    { code: 'store_unavailable', reason: 'Too much is waiting', cause: 'the socket ended' },
  ],
  ['as the database is away', away, 503, { code: 'overloaded', cause: 'gone' }],
  [
    'until somebody acts',
    () => new AppError('store_unavailable', 'The disk is full'),
    503,
    { code: 'store_unavailable', reason: 'The disk is full' },
  ],
])('HT47 what is refused %s is logged by its reason, without a stack', async (...of) => {
  const [, make, status, expected] = of
  const { statusCode, lines } = await answerTo(make)
  expect(statusCode).toBe(status)
  expect(lines).toEqual([expect.objectContaining({ level: warn, ...expected })])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test.each(['23505', '23503'])(
  'HT58 a call that another one overtook is a conflict: %s',
  async (code) => {
    const overtaken = () => Object.assign(new Error('violates constraint'), { code })
    const { statusCode, lines } = await answerTo(overtaken)
    expect(statusCode).toBe(409)
    expect(lines).toEqual([expect.objectContaining({ level: warn, code: 'conflict' })])
  },
)

test.each([
  ...(['bad_request', 'invalid', 'not_found', 'conflict', 'timeout'] as const),
  'too_many_requests' as const,
])('HT47 what the caller can mend is not logged: %s', async (code) => {
  expect((await answerTo(() => new AppError(code, 'no'))).lines).toEqual([])
})
