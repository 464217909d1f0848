import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  listBin,
  listVersions,
  readVersionOfBoard,
  restoreVersion,
  takeBackBoard,
} from '../contract/history.ts'
import { readBin, undeleteBoard } from './bin-store.ts'
import {
  auditBoard,
  boardInBin,
  boardToChange,
  describeBoard,
  extentOf,
  openBoard,
  presentVersion,
  type BoardServices,
} from './board-services.ts'
import { requireRoom } from './own-boards.ts'
import { changedMeanwhile, staleEdit } from './save-board.ts'
import { insertVersion, readVersion, readVersions, type StoredVersion } from './versions-store.ts'

/** The calls about earlier versions of a board. */
export function registerVersionRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql, accounts } = services

  serve(app, listVersions, async ({ params, caller }) => {
    const board = await openBoard(sql, caller, params)
    const versions = await readVersions(sql, board.id)
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

  serve(app, readVersionOfBoard, async ({ params, caller }) => {
    const board = await openBoard(sql, caller, { id: params.id })
    const version = await storedVersion(sql, board.id, params.version)
    return { data: await describeBoard(services, caller, board, version) }
  })

  serve(app, restoreVersion, async ({ params, body, ...call }) => {
    const { caller } = call
    const { board, version } = await sql.transaction().execute(async (transaction) => {
      const found = await boardToChange(transaction, caller, params)
      const { version: wanted, present = found.version } = body
      // Whoever restores has not seen what was saved meanwhile.
      if (present !== found.version) throw staleEdit({ present: changedMeanwhile })
      const content = await storedVersion(transaction, found.id, wanted)
      const saved = await insertVersion(transaction, found.id, found.version + 1, {
        ...{ content, savedBy: caller.userId },
      })
      await auditBoard(services, transaction, call, {
        ...{ verb: 'restore', board: { ...found, name: content.name } },
        after: { ...extentOf(content), version: wanted },
      })
      return { board: found, version: saved }
    })
    await services.notices.announce(params.id)
    return { data: await describeBoard(services, caller, board, version) }
  })
}

async function storedVersion(sql: Kysely<DB>, id: string, version: number): Promise<StoredVersion> {
  const stored = await readVersion(sql, id, version)
  if (!stored) throw new AppError('not_found', `There is no version ${version}`)
  return stored
}

/** The calls about deleted boards. */
export function registerBinRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql, clock } = services

  serve(app, listBin, async ({ query: { kind }, caller }) => {
    const boards = await readBin(sql, caller.userId, kind, new Date(clock()))
    return {
      data: boards.map(({ deletedAt, endsAt, ...board }) => ({
        ...board,
        deletedAt: deletedAt.getTime(),
        endsAt: endsAt.getTime(),
      })),
    }
  })

  serve(app, takeBackBoard, async ({ params, ...call }) => {
    const { caller } = call
    const { board, version } = await sql.transaction().execute(async (transaction) => {
      const found = await boardInBin(transaction, caller, params.id)
      const position = await requireRoom(transaction, caller.userId, found.kind)
      await undeleteBoard(transaction, found.id, position)
      const content = await presentVersion(transaction, found)
      await auditBoard(services, transaction, call, {
        ...{ verb: 'take-back', board: found, after: extentOf(content) },
      })
      return { board: found, version: content }
    })
    await services.notices.announce(params.id)
    return { data: await describeBoard(services, caller, board, version) }
  })
}
