import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query.ts'
import { keptWhileUnderWay, withPromptFailure } from './use-mutation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How a change is that failed, while the lists that it concerns are fetched anew for ever. */
async function statusAfter(failure: ApiError): Promise<string> {
  const options = withPromptFailure<void, void>({
    mutationFn: () => Promise.reject(failure),
    onSettled: () => new Promise(() => {}),
  })
  const change = new MutationObserver(new QueryClient(), options)
  change.mutate().catch(() => {})
  await vi.runAllTimersAsync()
  return change.getCurrentResult().status
}

test('KW35 a change fails at once while the server is away, refused after its list', async () => {
  const away = new ApiError({ status: 0, code: 'no_response', message: '' })
  const conflict = new ApiError({ status: 409, code: 'conflict', message: '' })
  expect([await statusAfter(away), await statusAfter(conflict)]).toEqual(['error', 'pending'])
})

test('KW46 what a change was sent with is kept only until it is answered', async () => {
  const client = createQueryClient({
    ...{ onSessionEnd: () => {}, onForbidden: () => {} },
    ...{ isSignedIn: () => true, isSigningOut: () => false },
  })
  const answers: ((link: string) => void)[] = []
  const change = new MutationObserver(client, {
    mutationFn: (_password: string) => new Promise<string>((resolve) => answers.push(resolve)),
  })
  // As a form that stays drawn.
  change.subscribe(() => {})
  const send = keptWhileUnderWay(change.mutate, change.reset)
  const sent = ['first', 'second'].map((password) => send(password))
  await vi.advanceTimersByTimeAsync(1_000)
  answers[0]?.('link')
  expect(await sent[0]).toBe('link')
  await vi.advanceTimersByTimeAsync(1_000)
  const kept = () =>
    client
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.variables)
  expect(kept()).toEqual(['second'])
  expect(change.getCurrentResult().isPending).toBe(true)
  answers[1]?.('link')
  await sent[1]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kept()).toEqual([])
  expect(change.getCurrentResult().variables).toBeUndefined()
})
