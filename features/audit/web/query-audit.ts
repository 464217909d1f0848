import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { instantOfText } from '#kit/model/zone.ts'
import { listAuditEntries } from '../contract/routes.ts'
import type { AuditAddress } from './audit-address.ts'

/**
 * One page of entries, newest first; the page before stays on screen meanwhile. The screen tells a
 * failure.
 */
export const auditQuery = (
  { search, action, entity, from, to, page, limit }: AuditAddress,
  zone: string,
) =>
  queryOptions({
    queryKey: ['audit', { search, action, entity, from, to, page, limit, zone }],
    queryFn: ({ signal }) => {
      const first = instantOfText(from, zone)
      const end = instantOfText(to, zone)
      return call(
        listAuditEntries,
        {
          query: {
            page,
            limit,
            ...(search === '' ? {} : { search }),
            ...(action === null ? {} : { action }),
            ...(entity === null ? {} : { entity }),
            ...(first === null ? {} : { from: first }),
            ...(end === null ? {} : { to: end }),
          },
        },
        { signal },
      )
    },
    placeholderData: keepPreviousData,
    // Others go on working: what was done a moment ago is wanted.
    staleTime: 0,
    meta: { quiet: true },
  })
