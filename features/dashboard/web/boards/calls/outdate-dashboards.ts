import type { QueryClient } from '@tanstack/react-query'
import { listDashboards, readDashboard } from '#features/pages/contract/dashboards.ts'
import { listBin, listVersions, readVersionOfBoard } from '#features/pages/contract/history.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'

/** Fetches dashboards again, as something of the sensors that the shown one names has changed. */
export function outdateShown(client: QueryClient): Promise<void> {
  return invalidate(client, readDashboard, readVersionOfBoard)
}

/** Marks the lists and what was read of dashboards as outdated. */
export function outdateDashboards(client: QueryClient): Promise<void> {
  const lists = [listDashboards, listVersions, listBin]
  return invalidate(client, readDashboard, readVersionOfBoard, ...lists)
}
