import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../toast.ts'
import { ApiError } from './api-error.ts'
import { askAgainWhatFails } from './ask-again.ts'
import { createQueryClient } from './query.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A query on the screen whose answers a test gives: a word, or the status of a failure. */
function shownQuery(meta: { readonly quiet?: boolean; readonly unattended?: boolean } = {}) {
  vi.stubGlobal('document', { cookie: 'language=en' })
  const client = createQueryClient({
    ...{ onSessionEnd: () => {}, onForbidden: () => {} },
    ...{ isSignedIn: () => true, isSigningOut: () => false },
  })
  const answers: (string | number)[] = []
  let asked = 0
  const observer = new QueryObserver<string>(client, {
    ...{ queryKey: ['x'], staleTime: Infinity, meta },
    queryFn: () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      asked++
      if (typeof answer === 'string') return answer
      throw new ApiError({ status: answer ?? 500, code: 'internal', message: '' })
    },
  })
  const show = async (...next: (string | number)[]) => {
    answers.push(...next)
    observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
  }
  const change = async (...next: (string | number)[]) => {
    answers.splice(0, answers.length, ...next)
    void client.invalidateQueries()
    await vi.advanceTimersByTimeAsync(2_000)
  }
  const result = () => observer.getCurrentResult()
  const end = () => client.clear()
  return { client, show, change, result, asked: () => asked, end }
}

for (const status of [0, 429, 500, 503])
  test(`KW42 what could not be fetched anew (${status}) is asked for until it is`, async () => {
    const query = shownQuery({ quiet: true })
    const stop = askAgainWhatFails(query.client)
    await query.show('before')
    await query.change(status, status, status, status, status, status, 'after')
    expect(query.result()).toMatchObject({ data: 'before', isError: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(query.result()).toMatchObject({ data: 'after', isError: false })
    const asked = query.asked()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(query.asked()).toBe(asked)
    stop()
    query.end()
  })

test('KW42 a window in the background asks again, too', async () => {
  const query = shownQuery({ quiet: true })
  const stop = askAgainWhatFails(query.client)
  await query.show('before')
  focusManager.setFocused(false)
  await query.change(503, 503, 'after')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(query.result().data).toBe('after')
  stop()
  query.end()
})

test('KW42 a refusal is not asked for again, nor what shows only its failure', async () => {
  for (const [answers, meta, isAgain] of [
    [['before', 403], { quiet: true }, false],
    [[500], { quiet: true }, false],
    [[500], { quiet: true, unattended: true }, true],
  ] as const) {
    const query = shownQuery(meta)
    const stop = askAgainWhatFails(query.client)
    await query.show(answers[0])
    if (answers.length > 1) await query.change(answers[1] ?? 0)
    const asked = query.asked()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(query.asked() > asked).toBe(isAgain)
    stop()
    const last = query.asked()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(query.asked()).toBe(last)
    query.end()
  }
})

test('KW42 what fails again by itself is shown once', async () => {
  const shown = () => useToasts.getState().toasts.map(({ id }) => id)
  const before = shown().length
  const query = shownQuery()
  const stop = askAgainWhatFails(query.client)
  await query.show('before')
  await query.change(500)
  const asked = query.asked()
  await vi.waitUntil(() => shown().length > before)
  const first = shown()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(query.asked()).toBeGreaterThan(asked + 1)
  expect(shown()).toEqual(first)
  stop()
  query.end()
})
