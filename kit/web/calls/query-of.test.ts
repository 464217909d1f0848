import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { invalidate, putAnswer, queriesExcept, queryOf } from './query-of.ts'

const readPump = defineRoute({
  method: 'GET',
  path: '/api/pumps/:id',
  summary: 'One pump',
  gate: 'signed-in',
  params: z.object({ id: z.int() }),
  query: z.object({ unit: z.string().optional(), decimals: z.int().optional() }),
  reply: dataOf(z.object({ name: z.string() })),
})
/** The same path, another method. */
const searchPumps = defineRoute({ ...readPump, method: 'POST' })
const readValve = defineRoute({ ...readPump, path: '/api/valves/:id' })

const input = (id: number, query: { unit?: string; decimals?: number } = {}) => ({
  params: { id },
  query,
})
const pump = { data: { name: 'P-1' } }

test('KW11 who asks a route the same finds what another one fetched', () => {
  const client = new QueryClient()
  client.setQueryData(queryOf(readPump, input(1, { unit: 'bar', decimals: 2 })).queryKey, pump)
  const found = (query: Parameters<typeof client.getQueryData>[0]) => client.getQueryData(query)
  expect(found(queryOf(readPump, input(1, { decimals: 2, unit: 'bar' })).queryKey)).toBe(pump)
  expect(found(queryOf(readPump, input(2, { unit: 'bar', decimals: 2 })).queryKey)).toBeUndefined()
  expect(found(queryOf(searchPumps, input(1, { unit: 'bar', decimals: 2 })).queryKey)).toBe(
    undefined,
  )
})

test('KW11 invalidation reaches every input of its routes and no other route', async () => {
  const client = new QueryClient()
  const queries = [
    queryOf(readPump, input(1)),
    queryOf(readPump, input(2)),
    queryOf(searchPumps, input(1)),
    queryOf(readValve, input(1)),
  ]
  for (const { queryKey } of queries) client.setQueryData(queryKey, pump)
  const outdated = () =>
    queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)
  await invalidate(client, readPump)
  expect(outdated()).toEqual([true, true, false, false])
  await client.invalidateQueries(queriesExcept(readPump, readValve))
  expect(outdated()).toEqual([true, true, true, false])
})

test('KW11 what changes during a first fetch is fetched after it, later changes once', async () => {
  const client = new QueryClient()
  const { queryKey } = queryOf(readPump, input(1))
  const answers: ((name: string) => void)[] = []
  const options = {
    queryKey,
    queryFn: () =>
      new Promise<typeof pump>((resolve) => {
        answers.push((name) => resolve({ data: { name } }))
      }),
    staleTime: Infinity,
  }
  // Fetched before anybody shows it.
  void client.prefetchQuery(options)
  const first = invalidate(client, readPump)
  const observer = new QueryObserver(client, options)
  const stop = observer.subscribe(() => {})
  const name = () => observer.getCurrentResult().data?.data.name
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await first
  expect(name()).toBe('after')
  const later = invalidate(client, readPump)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.('later')
  await later
  expect([name(), answers.length]).toEqual(['later', 3])
  stop()
  client.clear()
})

test('KW11 what a change was answered with outlasts a fetch that began before it', async () => {
  const client = new QueryClient()
  const query = queryOf(readPump, input(1))
  const answers: ((name: string) => void)[] = []
  const observer = new QueryObserver(client, {
    ...query,
    queryFn: () =>
      new Promise<typeof pump>((resolve) => {
        answers.push((name) => resolve({ data: { name } }))
      }),
    staleTime: Infinity,
  })
  const stop = observer.subscribe(() => {})
  const name = () => observer.getCurrentResult().data?.data.name
  // A first fetch, and another one of what is there already.
  for (const changed of ['P-2', 'P-3']) {
    const { promise } = client.getQueryCache().find(query) ?? {}
    putAnswer(client, query, { data: { name: changed } })
    answers.at(-1)?.('P-1')
    await promise?.catch(() => {})
    expect(name()).toBe(changed)
    void observer.refetch()
  }
  stop()
  client.clear()
})
