import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { withPromptFailure } from './use-mutation.ts'

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
