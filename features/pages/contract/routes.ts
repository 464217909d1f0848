import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { pagesGate } from '#kit/model/permission.ts'
import { Board, BoardId, BoardOrder, BoardSummary, BoardVersion, SavedBoard } from './board.ts'
import { Areas, PageName } from './page.ts'

export const listPages = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/menu',
  summary: "The caller's pages in their order, then those shared with the caller; takes an order",
  gate: pagesGate,
  body: z.object({ order: BoardOrder.optional() }).nullish(),
  reply: wholeListOf(BoardSummary),
})

export const readPage = defineRoute({
  method: 'GET',
  path: '/api/scada/shadow-lambda/custom/pages',
  summary: 'One page with its areas and widgets; `data` is JSON such as `{"id": "…"}`',
  gate: pagesGate,
  query: z.object({
    data: z
      .string()
      .max(200)
      .transform(parsed)
      .pipe(z.object({ id: BoardId })),
  }),
  reply: dataOf(Board),
})

export const storePage = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/store',
  summary: 'Adds a page at the end of the list',
  isMadeOnce: true,
  gate: pagesGate,
  body: z.object({ name: PageName, areas: Areas.default([]) }),
  reply: dataOf(Board),
})

export const updatePage = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/update',
  summary:
    'Saves, renames or deletes a page. What was changed since `version` is merged area by area; ' +
    '409 names the areas that both changed',
  isMadeOnce: true,
  gate: pagesGate,
  body: z
    .object({
      id: BoardId,
      version: BoardVersion,
      name: PageName.optional(),
      areas: Areas.optional(),
      /** Into the bin, for 30 days. */
      deleted: z.literal(true).optional(),
    })
    .refine(({ name, areas, deleted }) => (name ?? areas ?? deleted) !== undefined, {
      path: ['areas'],
      ...rule(fieldError('required')),
    }),
  reply: dataOf(SavedBoard),
})

/** JSON in a query string; what is none stays a text, which then has the wrong type. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
