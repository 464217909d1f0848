import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError, type FieldErrors } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { mergePages, type Merged, type PageContent } from '../contract/merge.ts'
import { Areas } from '../contract/page.ts'
import { updatePage } from '../contract/routes.ts'
import { deletePage } from './bin-store.ts'
import { requireOpenSensors } from './open-sensors.ts'
import { pageBodyLimit } from './pages-handlers.ts'
import {
  auditPage,
  describePage,
  extentOf,
  inUse,
  presentVersion,
  type PageCall,
  type PagesServices,
} from './pages-services.ts'
import {
  insertVersion,
  lockPage,
  readVersion,
  type PageRow,
  type StoredVersion,
} from './pages-store.ts'

interface Edit {
  readonly name?: PageContent['name'] | undefined
  readonly areas?: PageContent['areas'] | undefined
  /** The version from which it began. */
  readonly version: number
}

/** The call that saves, renames and deletes pages. */
export function registerUpdateRoute(app: FastifyInstance, services: PagesServices): void {
  const { sql, catalogue } = services
  serve(app, updatePage, { bodyLimit: pageBodyLimit }, async ({ body, ...call }) => {
    const { userId } = call.caller
    const saved = await sql.transaction().execute(async (transaction) => {
      const page = inUse(await lockPage(transaction, userId, body.id))
      if (body.version > page.version) throw staleEdit({ version: changedMeanwhile })
      return body.deleted
        ? intoBin(services, transaction, call, { page, version: body.version })
        : save(services, transaction, call, { page, edit: body })
    })
    const page = saved && describePage(catalogue, call.caller, body.id, saved)
    return { data: { page, isMerged: saved !== null && saved.version > body.version + 1 } }
  })
}

const changedMeanwhile = [fieldError('changed_meanwhile')]

/** An edit that began from another version, with what it would overwrite. */
function staleEdit(errors: FieldErrors): AppError {
  return new AppError('conflict', 'The page was changed meanwhile', { errors })
}

async function intoBin(
  services: PagesServices,
  transaction: Transaction<DB>,
  call: PageCall,
  { page, version }: { readonly page: PageRow; readonly version: number },
): Promise<null> {
  // Whoever deletes has not seen what was saved meanwhile.
  if (version !== page.version) throw staleEdit({ version: changedMeanwhile })
  const before = await presentVersion(transaction, page)
  await deletePage(transaction, page.id, new Date(services.clock()))
  await auditPage(services, transaction, call, {
    ...{ action: 'page.delete', page, before: extentOf(before) },
  })
  return null
}

async function save(
  services: PagesServices,
  transaction: Transaction<DB>,
  call: PageCall,
  { page, edit }: { readonly page: PageRow; readonly edit: Edit },
): Promise<StoredVersion> {
  const present = await presentVersion(transaction, page)
  const base = await baseOf(transaction, page.id, { present, edit })
  const { areas = [] } = edit
  requireOpenSensors(services.catalogue, call.caller, { areas }, [present, base ?? present])
  const content = contentOf(mergeEdit(base, present, edit))
  const saved = await insertVersion(transaction, page.id, page.version + 1, {
    ...{ content, savedBy: call.caller.userId },
  })
  await auditPage(services, transaction, call, {
    ...{ action: 'page.update', page: { id: page.id, name: content.name } },
    ...{ before: extentOf(present), after: extentOf(content) },
  })
  return saved
}

/** The version from which an edit began; null: it is not stored any more. */
async function baseOf(
  transaction: Transaction<DB>,
  id: string,
  { present, edit }: { readonly present: StoredVersion; readonly edit: Edit },
): Promise<StoredVersion | null> {
  if (edit.version === present.version) return present
  return (await readVersion(transaction, id, edit.version)) ?? null
}

function mergeEdit(base: StoredVersion | null, present: StoredVersion, edit: Edit): Merged {
  const start = base ?? present
  const mine = { name: edit.name ?? start.name, areas: edit.areas ?? start.areas }
  return mergePages(base, present, mine)
}

/** What was merged. Throws `conflict`, which names the name and every area that both changed. */
function contentOf({ content, isNameInConflict, areasInConflict }: Merged): PageContent {
  if (!isNameInConflict && areasInConflict.length === 0) {
    // Each edit alone keeps the limits of a page; both together may not.
    if (!Areas.safeParse(content.areas).success) throw staleEdit({ areas: changedMeanwhile })
    return content
  }
  throw staleEdit({
    ...(isNameInConflict ? { name: changedMeanwhile } : {}),
    ...Object.fromEntries(areasInConflict.map((id) => [`areas.${id}`, changedMeanwhile])),
  })
}
