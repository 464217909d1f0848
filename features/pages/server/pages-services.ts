import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import { AppError } from '#kit/model/errors.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { PageContent } from '../contract/merge.ts'
import type { Page } from '../contract/routes.ts'
import { openSensors } from './open-sensors.ts'
import { readVersion, type PageRow, type StoredVersion } from './pages-store.ts'

export interface PagesServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly clock: Clock
}

/** A call about one page. */
export interface PageCall {
  readonly caller: Caller
  readonly request: FastifyRequest
}

const noSuchPage = () => new AppError('not_found', 'There is no such page')

/** A page that is in use. Throws `not_found` for one in the bin, and for none. */
export function inUse(page: PageRow | undefined): PageRow {
  if (!page || page.deletedAt !== null) throw noSuchPage()
  return page
}

/** A page that is in the bin. Throws `not_found` for any other. */
export function inBin(page: PageRow | undefined): PageRow & { readonly deletedAt: Date } {
  if (!page || page.deletedAt === null) throw noSuchPage()
  return { ...page, deletedAt: page.deletedAt }
}

/** What a page says now. */
export async function presentVersion(sql: Kysely<DB>, page: PageRow): Promise<StoredVersion> {
  const version = await readVersion(sql, page.id, page.version)
  if (!version) throw new Error(`page ${page.id} has no version ${page.version}`)
  return version
}

/** A page as the API describes it. */
export function describePage(
  catalogue: Catalogue,
  caller: Caller,
  id: string,
  { name, areas, version, savedAt }: StoredVersion,
): Page {
  const isOpen = openSensors(catalogue, caller)
  return {
    ...{ id, name, version, savedAt: savedAt.getTime() },
    areas: areas.map((area) => ({
      ...area,
      widgets: area.widgets.map((widget) => ({
        ...widget,
        isOpen: widget.sensor === null || isOpen(widget.sensor),
      })),
    })),
  }
}

/** How much a page holds, for the audit. */
export function extentOf({ name, areas }: PageContent): AuditSnapshot {
  const widgets = areas.reduce((sum, area) => sum + area.widgets.length, 0)
  return { name, areas: areas.length, widgets }
}

/** Writes the entry of a change to a page. */
export function auditPage(
  { audit }: PagesServices,
  transaction: Transaction<DB>,
  { request }: PageCall,
  record: {
    readonly action: AuditAction
    readonly page: { readonly id: string; readonly name: string }
    readonly before?: AuditSnapshot
    readonly after?: AuditSnapshot
  },
): Promise<void> {
  const { action, page, ...snapshots } = record
  return audit(transaction, originOf(request), {
    ...{ action, entity: 'page', entityId: page.id, entityName: page.name },
    ...snapshots,
  })
}
