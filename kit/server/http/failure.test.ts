import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { createHttpApplication } from './application.ts'

const busy = () =>
  new AppError('store_unavailable', 'Too much is waiting', { retryAfterSeconds: 5 })

test.each<[string, () => Error, number, number]>([
  ['refused for now', busy, 503, 0],
  ['refused for now with a cause', () => Object.assign(busy(), { cause: new Error('x') }), 503, 1],
  ['failed', () => new Error('a defect'), 500, 1],
])('HT36 a request that is %s is an error of the log, or not', async (_, make, status, errors) => {
  const lines: string[] = []
  const app = createHttpApplication(pino({ level: 'info' }, { write: (line) => lines.push(line) }))
  app.get('/it', () => Promise.reject(make()))
  expect((await app.inject('/it')).statusCode).toBe(status)
  await app.close()
  const logged = lines.map((line) => (JSON.parse(line) as { readonly level: number }).level)
  expect(logged.filter((level) => level >= 50)).toHaveLength(errors)
})
