import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { readVersionOfBoard } from '#features/pages/contract/history.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { outdateDashboards, outdateShown } from './outdate-dashboards.ts'

const id = '6f1e2a4c-9b3d-4c5e-8f70-1a2b3c4d5e6f'
const present = queryOf(readDashboard, { params: { id } }).queryKey
const earlier = queryOf(readVersionOfBoard, { params: { id, version: 3 } }).queryKey

test.each([
  ['an earlier version goes when the dashboard is not open any more', outdateDashboards],
  ['an earlier version follows what happens to its sensors', outdateShown],
])('DB38 %s', async (_, outdate) => {
  const client = new QueryClient()
  for (const queryKey of [present, earlier])
    client.setQueryData<unknown>(queryKey as QueryKey, { data: {} })
  await outdate(client)
  expect([present, earlier].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
  ])
  client.clear()
})
