import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  chooseDashboard,
  copyDashboard,
  listDashboards,
  markTemplate,
  orderDashboards,
  readDashboard,
  storeDashboard,
  updateDashboard,
} from '../contract/dashboards.ts'
import {
  describeBoard,
  openBoard,
  ownBoardToChange,
  presentVersion,
  type BoardCall,
  type BoardServices,
} from './board-services.ts'
import { findBoard } from './boards-store.ts'
import { readChosen, writeChosen, writeTemplate } from './dashboards-store.ts'
import { withOpenSensors } from './open-sensors.ts'
import { addBoard, boardBodyLimit, listBoards, orderBoards } from './own-boards.ts'
import { saveBoard } from './save-board.ts'

const kind = 'dashboard'

/** The calls that list, order, read, add, copy and save dashboards. */
export function registerDashboardRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql, catalogue } = services
  const bodyLimit = boardBodyLimit

  serve(app, listDashboards, async ({ caller }) => ({ data: await list(services, caller) }))

  serve(app, readDashboard, async ({ params: { id }, caller }) => {
    const dashboard = await openBoard(sql, caller, { id, kind })
    const version = await presentVersion(sql, dashboard)
    return { data: await describeBoard(services, caller, dashboard, version) }
  })

  serve(app, storeDashboard, { bodyLimit }, async ({ body, ...call }) => ({
    data: await addBoard(services, call, kind, { ...body, areas: [] }),
  }))

  serve(app, copyDashboard, async ({ params: { id }, body: { name }, ...call }) => {
    const original = await openBoard(sql, call.caller, { id, kind })
    const { widgets } = await presentVersion(sql, original)
    const own = withOpenSensors(catalogue, call.caller, widgets)
    return { data: await addBoard(services, call, kind, { name, areas: [], widgets: own }) }
  })

  serve(app, updateDashboard, { bodyLimit }, async ({ params: { id }, body, ...call }) => ({
    data: await saveBoard(services, call, { id, kind }, body),
  }))
}

/** The calls that order dashboards, choose one and make templates of them. */
export function registerDashboardChoices(app: FastifyInstance, services: BoardServices): void {
  const { sql } = services

  serve(app, orderDashboards, async ({ body: { order }, ...call }) => {
    await orderBoards(services, call, kind, order)
    return { data: await list(services, call.caller) }
  })

  serve(app, chooseDashboard, async ({ body: { id }, ...call }) => {
    await choose(services, call, id)
    return { data: await list(services, call.caller) }
  })

  serve(app, markTemplate, async ({ params: { id }, body: { isTemplate }, ...call }) => {
    const dashboard = await sql.transaction().execute(async (transaction) => {
      const board = await ownBoardToChange(transaction, call.caller, { id, kind })
      await writeTemplate(transaction, id, isTemplate)
      await services.audit(transaction, originOf(call.request), {
        ...{ action: 'dashboard.mark-template', entity: kind, entityId: id },
        entityName: board.name,
        ...{ before: { isTemplate: board.isTemplate }, after: { isTemplate } },
      })
      return { ...board, isTemplate }
    })
    const version = await presentVersion(sql, dashboard)
    return { data: await describeBoard(services, call.caller, dashboard, version) }
  })
}

async function list(services: BoardServices, caller: Caller) {
  const dashboards = await listBoards(services, caller, kind)
  const chosen = await readChosen(services.sql, caller.userId)
  return { dashboards, chosen: dashboards.find(({ id }) => id === chosen)?.id ?? null }
}

async function choose(
  { sql, audit, accounts }: BoardServices,
  { caller, request }: BoardCall,
  id: string | null,
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    const board = id === null ? undefined : await findBoard(transaction, caller, id)
    if (id !== null && (board?.kind !== kind || board.deletedAt !== null))
      throw refusedField('id', fieldError('unknown_page'))
    await writeChosen(transaction, caller.userId, id)
    const person = await accounts.person(transaction, caller.userId)
    await audit(transaction, originOf(request), {
      ...{ action: 'profile.choose-dashboard', entity: 'user', entityId: caller.userId },
      entityName: person?.email ?? '',
      after: { dashboard: board?.name ?? null },
    })
  })
}
