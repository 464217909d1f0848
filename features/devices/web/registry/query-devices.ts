import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listRegistry } from '#features/devices/contract/registry.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import type { DevicesAddress } from './devices-address.ts'

/**
 * The times of the newest messages are not on the live socket, which brings the states: they are
 * asked for this often, for the page that is shown.
 */
export const renewMs = 5_000

/** One page of devices; the page before stays on screen meanwhile. The screen shows failures. */
export const devicesQuery = ({
  search,
  state,
  sort,
  order,
  page,
  limit,
}: Omit<DevicesAddress, 'device'>) =>
  queryOptions({
    ...queryOf(listRegistry, {
      query: {
        ...{ sort, order, page, limit },
        ...(search === '' ? {} : { search }),
        ...(state === null ? {} : { state }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
    meta: { quiet: true },
  })
