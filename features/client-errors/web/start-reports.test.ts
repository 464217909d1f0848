import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screenErrorEvent } from '#kit/web/screens/screen-error.ts'
import { startReports } from './start-reports.ts'

/** Bodies of the reports that were sent. */
let reports: { readonly errors: readonly { readonly message: string; readonly page: string }[] }[]

beforeEach(() => {
  reports = []
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { pathname: '/warroomDashboard' })
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=1' })
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    reports.push(JSON.parse(body) as (typeof reports)[number])
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const dispatch = (name: string, parts: object) =>
  window.dispatchEvent(Object.assign(new Event(name), parts))

test('ER1 errors of scripts, promises, screens go in one report, ten seconds later', async () => {
  const stop = startReports()
  dispatch('error', { error: new TypeError('of a script') })
  dispatch('error', { error: null, message: 'of something else' })
  dispatch('unhandledrejection', { reason: new Error('of a promise') })
  dispatch(screenErrorEvent, { detail: new Error('of a screen') })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(reports).toHaveLength(1)
  expect(reports[0]?.errors).toMatchObject([
    { message: 'TypeError: of a script', page: '/warroomDashboard' },
    { message: 'of something else' },
    { message: 'Error: of a promise' },
    { message: 'Error: of a screen' },
  ])
  stop()
  dispatch('error', { error: new Error('after the end') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reports).toHaveLength(1)
})

test('ER1 what one report does not hold follows ten seconds after it', async () => {
  const stop = startReports()
  for (let index = 0; index < 15; index++) dispatch('error', { error: new Error(`${index}`) })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reports.map(({ errors }) => errors.length)).toEqual([10])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reports.map(({ errors }) => errors.length)).toEqual([10, 5])
  stop()
})
