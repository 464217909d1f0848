import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { warRoomGate as gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import {
  Board,
  BoardId,
  BoardOrder,
  BoardParameter,
  BoardSummary,
  BoardVersion,
  SavedBoard,
} from './board.ts'
import { PageName, Widgets } from './page.ts'

const DashboardList = z.object({
  /** The caller's own in their order, then those shared with the caller; templates are marked. */
  dashboards: z.array(BoardSummary),
  /**
   * The one that opens where none is named; null: the automatic arrangement. One that is not open
   * to the caller any more is none.
   */
  chosen: BoardId.nullable(),
})

export const listDashboards = defineRoute({
  method: 'GET',
  path: '/api/dashboards',
  summary: 'The dashboards that are open to the caller, and the one that opens by itself',
  gate,
  reply: dataOf(DashboardList),
})

export const readDashboard = defineRoute({
  method: 'GET',
  path: '/api/dashboards/:id',
  summary: 'One dashboard with its widgets and their sensors',
  gate,
  params: BoardParameter,
  reply: dataOf(Board),
})

export const storeDashboard = defineRoute({
  method: 'POST',
  path: '/api/dashboards',
  summary: 'Adds a dashboard at the end of the list',
  isMadeOnce: true,
  gate,
  body: z.object({ name: PageName, widgets: Widgets.default([]) }),
  reply: dataOf(Board),
})

export const copyDashboard = defineRoute({
  method: 'POST',
  path: '/api/dashboards/:id/copy',
  summary:
    'Adds a copy of a dashboard that is open to the caller, such as a template. Sensors that are ' +
    'not open to the caller stay behind; their widgets come',
  isMadeOnce: true,
  gate,
  params: BoardParameter,
  body: z.object({ name: PageName }),
  reply: dataOf(Board),
})

export const updateDashboard = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/:id',
  summary:
    'Saves, renames or deletes a dashboard. What was changed since `version` is merged widget by ' +
    'widget; 409 names the widgets that both changed',
  isMadeOnce: true,
  gate,
  params: BoardParameter,
  body: z
    .object({
      version: BoardVersion,
      name: PageName.optional(),
      widgets: Widgets.optional(),
      /** Into the bin, for 30 days. */
      deleted: z.literal(true).optional(),
    })
    .refine(({ name, widgets, deleted }) => (name ?? widgets ?? deleted) !== undefined, {
      path: ['widgets'],
      ...rule(fieldError('required')),
    }),
  reply: dataOf(SavedBoard),
})

export const markTemplate = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/:id/template',
  summary: 'Makes a dashboard of the caller a template for those it is shared with, or no more',
  gate,
  params: BoardParameter,
  body: z.object({ isTemplate: z.boolean() }),
  reply: dataOf(Board),
})

export const orderDashboards = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/order',
  summary: "Puts these first of the caller's dashboards, in this order",
  gate,
  body: z.object({ order: BoardOrder }),
  reply: dataOf(DashboardList),
})

export const chooseDashboard = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/chosen',
  summary: 'Says which dashboard opens where none is named; null: the automatic arrangement',
  gate,
  body: z.object({ id: BoardId.nullable() }),
  reply: dataOf(DashboardList),
})
