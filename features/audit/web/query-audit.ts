import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { instantOfText } from '#kit/model/time/zone.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { listAuditEntries } from '../contract/routes.ts'
import type { AuditAddress } from './audit-address.ts'

/**
 * One page of entries, newest first; the page before stays on screen meanwhile. The screen shows
 * failures.
 */
export function auditQuery(address: AuditAddress, zone: string) {
  const { search, action, entity, page, limit } = address
  const from = instantOfText(address.from, zone)
  const to = instantOfText(address.to, zone)
  return queryOptions({
    ...queryOf(listAuditEntries, {
      query: {
        page,
        limit,
        ...(search === '' ? {} : { search }),
        ...(action === null ? {} : { action }),
        ...(entity === null ? {} : { entity }),
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
      },
    }),
    placeholderData: keepPreviousData,
    // Others go on working: what was done a moment ago is wanted.
    staleTime: 0,
    meta: { quiet: true },
  })
}
