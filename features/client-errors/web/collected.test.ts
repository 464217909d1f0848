import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumReported } from '../contract/limits.ts'
import { reportClientErrors } from '../contract/routes.ts'
import { CollectedErrors } from './collected.ts'

test('ER1 an error that comes again is counted, with the page on which it came last', () => {
  const collected = new CollectedErrors()
  const error = new TypeError('x is undefined')
  for (const page of ['/a', '/a', '/b']) expect(collected.add(error, page)).toBe(true)
  const [reported, ...others] = collected.take()
  expect(others).toEqual([])
  expect(reported).toMatchObject({
    ...{ message: 'TypeError: x is undefined', page: '/b', occurrences: 3 },
  })
  expect(reported?.stack).toContain('collected.test.ts')
  expect(collected.isWaiting).toBe(false)
})

test('ER1 failures of the network, aborts and errors without words are not reported', () => {
  const collected = new CollectedErrors()
  const named = (name: string) => Object.assign(new Error('no'), { name })
  const ignored = [
    ...['ApiError', 'ChunkLoadError', 'AbortError'].map(named),
    new Error('ResizeObserver loop completed with undelivered notifications.'),
    ...['Script error.', '', ' '],
  ]
  for (const thrown of ignored) expect(collected.add(thrown, '/'), String(thrown)).toBe(false)
  expect(collected.isWaiting).toBe(false)
})

test('ER1 a report holds ten errors, and a page reports a hundred different ones', () => {
  const collected = new CollectedErrors()
  const taken = Array.from({ length: 120 }, (_, index) => collected.add(`error ${index}`, '/'))
  expect(taken.filter(Boolean)).toHaveLength(100)
  expect(collected.add('error 5', '/')).toBe(true)
  expect(collected.take()).toHaveLength(maximumReported)
  expect(collected.isWaiting).toBe(true)
})

test('ER1 whatever is thrown makes a report that the server takes', () => {
  const thrown = fc.oneof(
    fc.anything(),
    fc.string({ maxLength: 700, unit: 'binary' }).map((text) => new Error(text)),
  )
  fc.assert(
    fc.property(thrown, fc.webPath(), (what, page) => {
      const collected = new CollectedErrors()
      if (!collected.add(what, page)) return
      const errors = collected.take()
      expect(reportClientErrors.body.safeParse({ errors }).success).toBe(true)
      expect(JSON.stringify(errors)).not.toContain('\\u0000')
    }),
    { numRuns: 50 },
  )
})
