import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { listPages, readPage, storePage, updatePage } from '../contract/routes.ts'
import { describeBoard, openBoard, presentVersion, type BoardServices } from './board-services.ts'
import { addBoard, boardBodyLimit, listBoards, orderBoards } from './own-boards.ts'
import { saveBoard } from './save-board.ts'

/** The calls that list, order, read, add and save pages. */
export function registerPageRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql } = services
  const kind = 'page'
  const bodyLimit = boardBodyLimit

  serve(app, listPages, async ({ body, ...call }) => {
    if (body?.order) await orderBoards(services, call, kind, body.order)
    return { data: await listBoards(services, call.caller, kind) }
  })

  serve(app, readPage, async ({ query: { data }, caller }) => {
    const page = await openBoard(sql, caller, { id: data.id, kind })
    const version = await presentVersion(sql, page)
    return { data: await describeBoard(services, caller, page, version) }
  })

  serve(app, storePage, { bodyLimit }, async ({ body, ...call }) => ({
    data: await addBoard(services, call, kind, { ...body, widgets: [] }),
  }))

  serve(app, updatePage, { bodyLimit }, async ({ body, ...call }) => ({
    data: await saveBoard(services, call, { id: body.id, kind }, body),
  }))
}
