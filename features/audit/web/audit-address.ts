import {
  auditActions,
  auditEntities,
  type AuditAction,
  type AuditEntity,
} from '#kit/model/audit.ts'
import { instantOfText } from '#kit/model/zone.ts'

/**
 * What the address of the audit says. `from` and `to` are wall-clock texts `2026-11-20T06:00` in
 * the site's zone, empty for open.
 */
export interface AuditAddress {
  readonly search: string
  readonly action: AuditAction | null
  readonly entity: AuditEntity | null
  readonly from: string
  readonly to: string
  readonly page: number
  readonly limit: number
}

/** The part after the question mark: only what differs from the plain list. */
export type AuditSearch = Partial<
  Record<'search' | 'action' | 'entity' | 'from' | 'to', string>
> & {
  readonly page?: number
  readonly limit?: number
}

const usualLimit = 50
const limits: ReadonlySet<number> = new Set([20, 50, 100])

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const asMoment = (value: unknown): string => {
  const text = asText(value)
  const instant = instantOfText(text, 'UTC')
  return instant !== null && instant >= 0 ? text : ''
}

/**
 * Reads an address somebody may have typed: what does not make sense is as if it were not there.
 */
export function readAuditAddress(from: Readonly<Record<string, unknown>>): AuditAddress {
  const page = Number(asText(from['page']))
  const limit = Number(asText(from['limit']))
  return {
    search: asText(from['search']).slice(0, 255),
    action: auditActions.find((name) => name === from['action']) ?? null,
    entity: auditEntities.find((name) => name === from['entity']) ?? null,
    from: asMoment(from['from']),
    to: asMoment(from['to']),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: limits.has(limit) ? limit : usualLimit,
  }
}

export function writeAuditAddress({
  search,
  action,
  entity,
  from,
  to,
  page,
  limit,
}: AuditAddress): AuditSearch {
  return {
    ...(search === '' ? {} : { search }),
    ...(action === null ? {} : { action }),
    ...(entity === null ? {} : { entity }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(page === 1 ? {} : { page }),
    ...(limit === usualLimit ? {} : { limit }),
  }
}
