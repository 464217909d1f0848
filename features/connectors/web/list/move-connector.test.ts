import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { moveOptions, type Move } from './move-connector.ts'
import { connectorsQuery } from './query-connectors.ts'

afterEach(() => void vi.unstubAllGlobals())

const listOf = (ids: readonly number[]) => ({ data: ids.map((id) => ({ id })) })

/** A list as it is shown, and the server that stores its order. */
function listed(...ids: number[]) {
  const client = new QueryClient()
  const { queryKey } = connectorsQuery()
  client.setQueryData(queryKey, listOf(ids) as never)
  const server = { order: ids }
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' })
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body?: string }) => {
    if (body !== undefined) server.order = JSON.parse(body).ids
    const answer = body === undefined ? Response.json(listOf(server.order)) : new Response('')
    return Promise.resolve(answer)
  })
  const shown = () => client.getQueryData(queryKey)?.data.map(({ id }) => id)
  const move = (each: Move) => new MutationObserver(client, moveOptions(client)).mutate(each)
  return { server, shown, move }
}

test('CN60 two quick moves of connectors both count, in any two rows', async () => {
  const { server, move } = listed(1, 2, 3, 4)
  await Promise.all([move({ id: 2, by: -1 }), move({ id: 4, by: -1 })])
  expect(server.order).toEqual([2, 1, 4, 3])
  await Promise.all([move({ id: 3, by: -1 }), move({ id: 3, by: -1 })])
  expect(server.order).toEqual([2, 3, 1, 4])
})

test('CN60 a move is one in the order that is stored, and shown before it is', async () => {
  const { server, shown, move } = listed(1, 2, 3)
  server.order = [3, 1, 2]
  const stored = move({ id: 2, by: -1 })
  await expect.poll(shown).toEqual([2, 1, 3])
  await stored
  expect(server.order).toEqual([3, 2, 1])
})

test('CN60 what is at an end, or gone, stays where it is', async () => {
  const { server, move } = listed(1, 2)
  await move({ id: 1, by: -1 })
  expect(server.order).toEqual([1, 2])
  await move({ id: 2, by: 1 })
  await move({ id: 9, by: 1 })
  expect(server.order).toEqual([1, 2])
})
