import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAddress } from '#kit/web/address/address.ts'
import { askAgainWhatFails } from '#kit/web/calls/ask-again.ts'
import { createQueryClient } from '#kit/web/calls/query.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { activeAlarms } from '../../contract/routes.ts'
import { handoverQuery } from '../handover/query-handover.ts'
import { historyQuery } from '../list/history/query-history.ts'
import { listAddress } from '../list/list-address.ts'
import { fixedAlarm } from '../words/fixed-alarm.ts'
import { activeQuery, allActiveQuery, detailQuery, shelvedQuery } from './query-alarms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server whose connection answers, or is gone without a word. */
function startServer() {
  const server = { alarms: [1], isGone: false, asked: 0 }
  vi.stubGlobal('document', { cookie: 'language=en' })
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    server.asked++
    if (server.isGone)
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const alarms = server.alarms.map((id) => fixedAlarm({ id }))
    const data = { alarms, counts: [], total: alarms.length, shelved: [], next: null }
    return Promise.resolve(Response.json({ data }))
  })
  const client = createQueryClient({
    ...{ onSessionEnd: () => {}, onForbidden: () => {} },
    ...{ isSignedIn: () => true, isSigningOut: () => false },
  })
  return { server, client }
}

test('AL103 alarms whose answer never comes are not known, and are asked for again', async () => {
  const { server, client } = startServer()
  const stop = askAgainWhatFails(client)
  const observer = new QueryObserver(client, activeQuery)
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  const shown = () => {
    const { data, isError } = observer.getCurrentResult()
    return { ids: data?.data.alarms.map(({ id }) => id), isError }
  }
  expect(shown()).toEqual({ ids: [1], isError: false })
  Object.assign(server, { isGone: true, alarms: [1, 2] })
  const followed = invalidate(client, activeAlarms)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(shown()).toEqual({ ids: [1], isError: true })
  // What follows changes waits for the answer: it goes on.
  await followed
  server.isGone = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toEqual({ ids: [1, 2], isError: false })
  stop()
  client.clear()
})

test('AL103 a page of all alarms is waited for as long', async () => {
  const { server, client } = startServer()
  const observer = new QueryObserver(client, allActiveQuery)
  server.isGone = true
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(14_000)
  expect(observer.getCurrentResult().isPending).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([observer.getCurrentResult().isError, server.asked]).toEqual([true, 1])
  client.clear()
})

test('AL107 details, the shelved list and the history are waited for as long', async () => {
  const { server, client } = startServer()
  const stop = askAgainWhatFails(client)
  const address = readAddress(listAddress, { tab: 'history' })
  const history = historyQuery(address, 'UTC', Date.UTC(2026, 4, 4))
  for (const observer of [
    new QueryObserver(client, shelvedQuery),
    new QueryObserver(client, detailQuery(1)),
    new QueryObserver(client, history),
  ]) {
    const end = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(100)
    const state = () => {
      const { isError, isFetching, data } = observer.getCurrentResult()
      return { isError, isFetching, isThere: data !== undefined }
    }
    const renewed = { isError: false, isFetching: false, isThere: true }
    expect(state()).toEqual(renewed)
    server.isGone = true
    const refetched = observer.refetch()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(state()).toMatchObject({ isError: false, isFetching: true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(state()).toMatchObject({ isError: true, isThere: true })
    await refetched
    server.isGone = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state()).toEqual(renewed)
    end()
  }
  stop()
  client.clear()
})

test('AL111 a handover whose answer never comes is asked for again, the first too', async () => {
  const { server, client } = startServer()
  server.isGone = true
  const observer = new QueryObserver(client, handoverQuery(null))
  const end = observer.subscribe(() => {})
  const state = () => {
    const { isError, data } = observer.getCurrentResult()
    return { isError, isThere: data !== undefined }
  }
  await vi.advanceTimersByTimeAsync(14_000)
  expect(state()).toEqual({ isError: false, isThere: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toEqual({ isError: true, isThere: false })
  server.isGone = false
  await observer.refetch()
  expect(state()).toEqual({ isError: false, isThere: true })
  server.isGone = true
  const renewed = observer.refetch()
  await vi.advanceTimersByTimeAsync(15_000)
  await renewed
  expect(state()).toEqual({ isError: true, isThere: true })
  end()
  client.clear()
})
