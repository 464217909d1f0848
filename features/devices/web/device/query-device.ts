import { queryOptions } from '@tanstack/react-query'
import { readDevice } from '#features/devices/contract/registry.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { renewMs } from '../registry/query-devices.ts'

/** One device. The screen shows failures. */
export const deviceQuery = (lesiId: string) =>
  queryOptions({
    ...queryOf(readDevice, { params: { lesiId } }),
    select: replyData,
    refetchInterval: renewMs,
    meta: { quiet: true },
  })
