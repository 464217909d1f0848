import { afterAll, expect, test, vi } from 'vitest'
import { useToasts } from '../toast.ts'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query.ts'

vi.stubGlobal('document', { cookie: 'language=en' })
afterAll(() => void vi.unstubAllGlobals())

const refused = new ApiError({ status: 401, code: 'unauthenticated', message: '' })
const broken = new ApiError({ status: 500, code: 'internal', message: '' })

/** Fetches what fails; how often the end of the session was noticed. */
async function fetchFailing(error: ApiError, isSigningOut: boolean): Promise<number> {
  const onSessionEnd = vi.fn()
  const client = createQueryClient({
    ...{ onSessionEnd, onForbidden: () => {} },
    ...{ isSignedIn: () => true, isSigningOut: () => isSigningOut },
  })
  const queryFn = () => {
    throw error
  }
  const fetched = client.fetchQuery({ queryKey: ['x'], queryFn })
  await expect(fetched).rejects.toBe(error)
  return onSessionEnd.mock.calls.length
}

const shown = () => useToasts.getState().toasts.length

test('WE33 to who signs out the end of the session is no failure', async () => {
  expect(await fetchFailing(refused, true)).toBe(0)
  // Failures are shown in their order.
  expect(await fetchFailing(broken, true)).toBe(0)
  await vi.waitUntil(() => shown() > 0)
  expect(shown()).toBe(1)
  expect(await fetchFailing(refused, false)).toBe(1)
  await vi.waitUntil(() => shown() > 1)
})

test('WE33 whoever shows a failure, an end of the session and a refusal are noticed', async () => {
  const watch = { onSessionEnd: vi.fn(), onForbidden: vi.fn() }
  let isKnown = false
  const client = createQueryClient({
    ...watch,
    ...{ isSignedIn: () => isKnown, isSigningOut: () => false },
  })
  const fail = async (error: ApiError) => {
    const queryFn = () => {
      throw error
    }
    const fetched = client.fetchQuery({ queryKey: ['y'], queryFn, meta: { quiet: true } })
    await expect(fetched).rejects.toBe(error)
  }
  const forbidden = new ApiError({ status: 403, code: 'forbidden', message: '' })
  const before = shown()
  // The guard asks who is signed in, and deals with the answer itself.
  await fail(refused)
  await fail(forbidden)
  expect([watch.onSessionEnd, watch.onForbidden].map(({ mock }) => mock.calls.length)).toEqual([
    ...[0, 0],
  ])
  isKnown = true
  await fail(refused)
  await fail(forbidden)
  expect([watch.onSessionEnd, watch.onForbidden].map(({ mock }) => mock.calls.length)).toEqual([
    ...[1, 1],
  ])
  expect(shown()).toBe(before)
})
