import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { outdateListed } from './outdate-listed.ts'
import { pageQuery, pagesQuery, versionOfPageQuery } from './query-pages.ts'

test('PG102 an earlier version of a page that is listed follows what happens to it', async () => {
  const client = new QueryClient()
  const put = (queryKey: QueryKey, data: unknown) =>
    void client.setQueryData<unknown>(queryKey, { data })
  put(pagesQuery.queryKey, [{ id: 'listed' }])
  const keys: QueryKey[] = ['listed', 'gone'].flatMap((id) => [
    pageQuery(id).queryKey,
    versionOfPageQuery(id, 3).queryKey,
  ])
  for (const key of keys) put(key, {})
  await outdateListed(client)
  const outdated = keys.map((key) => client.getQueryState(key)?.isInvalidated)
  expect(outdated).toEqual([true, true, false, false])
  client.clear()
})
