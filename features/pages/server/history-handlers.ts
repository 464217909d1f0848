import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listBin, listVersions, restoreVersion, takeBackPage } from '../contract/history.ts'
import { readBin, undeletePage } from './bin-store.ts'
import { requireRoom } from './pages-handlers.ts'
import {
  auditPage,
  describePage,
  extentOf,
  inBin,
  inUse,
  presentVersion,
  type PagesServices,
} from './pages-services.ts'
import { findPage, insertVersion, lockPage, readVersion, readVersions } from './pages-store.ts'

/** The calls about earlier versions of a page. */
export function registerVersionRoutes(app: FastifyInstance, services: PagesServices): void {
  const { sql, accounts, catalogue } = services

  serve(app, listVersions, async ({ params, caller }) => {
    const page = inUse(await findPage(sql, caller.userId, params.id))
    const versions = await readVersions(sql, page.id)
    const people = await accounts.people(
      sql,
      versions.flatMap(({ savedBy }) => savedBy ?? []),
    )
    return {
      data: versions.map(({ savedAt, savedBy, ...version }) => ({
        ...version,
        savedAt: savedAt.getTime(),
        savedBy: people.get(savedBy ?? 0)?.name ?? null,
      })),
    }
  })

  serve(app, restoreVersion, async ({ params, body, ...call }) => {
    const { caller } = call
    const restored = await sql.transaction().execute(async (transaction) => {
      const page = inUse(await lockPage(transaction, caller.userId, params.id))
      const content = await readVersion(transaction, page.id, body.version)
      if (!content) throw new AppError('not_found', `There is no version ${body.version}`)
      const saved = await insertVersion(transaction, page.id, page.version + 1, {
        ...{ content, savedBy: caller.userId },
      })
      await auditPage(services, transaction, call, {
        ...{ action: 'page.restore', page: { id: page.id, name: content.name } },
        after: { ...extentOf(content), version: body.version },
      })
      return saved
    })
    return { data: describePage(catalogue, caller, params.id, restored) }
  })
}

/** The calls about deleted pages. */
export function registerBinRoutes(app: FastifyInstance, services: PagesServices): void {
  const { sql, catalogue, clock } = services

  serve(app, listBin, async ({ caller }) => {
    const pages = await readBin(sql, caller.userId, new Date(clock()))
    return {
      data: pages.map(({ deletedAt, endsAt, ...page }) => ({
        ...page,
        deletedAt: deletedAt.getTime(),
        endsAt: endsAt.getTime(),
      })),
    }
  })

  serve(app, takeBackPage, async ({ params, ...call }) => {
    const { caller } = call
    const version = await sql.transaction().execute(async (transaction) => {
      const position = await requireRoom(transaction, caller.userId)
      const page = inBin(await lockPage(transaction, caller.userId, params.id))
      await undeletePage(transaction, page.id, position)
      const content = await presentVersion(transaction, page)
      await auditPage(services, transaction, call, {
        ...{ action: 'page.take-back', page, after: extentOf(content) },
      })
      return content
    })
    return { data: describePage(catalogue, caller, params.id, version) }
  })
}
