import { z } from 'zod'
import { dataOf } from '#kit/model/envelope.ts'
import { fieldError, rule } from '#kit/model/field-errors.ts'
import type { Gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'
import { Areas, Area, PageName, Widget } from './page.ts'
import { maximumPages } from './limits.ts'

/**
 * The route table gives home pages to `basic`; managers, editors and users have all of the war
 * room.
 */
export const pagesGate = {
  roles: ['manager', 'editor', 'user', 'basic'],
} as const satisfies Gate

const PageId = z.uuid()
const Version = z.int().min(1)

/** A page as the list of its owner shows it. */
export const PageSummary = z.object({
  id: PageId,
  name: z.string(),
  version: Version,
  areas: z.int(),
  widgets: z.int(),
  /** ms UTC */
  savedAt: z.number(),
})
export type PageSummary = z.infer<typeof PageSummary>

/** A widget with whether the caller may see its sensor now, and the sensor exists. */
const ShownWidget = Widget.extend({ isOpen: z.boolean() })

/** A page with all that it holds. */
export const Page = z.object({
  id: PageId,
  name: z.string(),
  /** Grows with every saved change; a change says which one it began from. */
  version: Version,
  areas: z.array(Area.extend({ widgets: z.array(ShownWidget) })),
  savedAt: z.number(),
})
export type Page = z.infer<typeof Page>

export const listPages = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/menu',
  summary: "The caller's pages in their order; with `order`, in a new one",
  gate: pagesGate,
  body: z.object({
    /** Ids of pages of the caller; those that are not named follow in the order that they had. */
    order: z
      .array(PageId)
      .max(maximumPages)
      .refine((order) => new Set(order).size === order.length, rule(fieldError('repeated')))
      .optional(),
  }),
  reply: dataOf(z.array(PageSummary)),
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
      .pipe(z.object({ id: PageId })),
  }),
  reply: dataOf(Page),
})

export const storePage = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/store',
  summary: 'Adds a page at the end of the list',
  gate: pagesGate,
  body: z.object({ name: PageName, areas: Areas.default([]) }),
  reply: dataOf(Page),
})

export const updatePage = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/custom/update',
  summary:
    'Saves, renames or deletes a page. What was changed since `version` is merged area by area; ' +
    '409 names the areas that both changed',
  gate: pagesGate,
  body: z
    .object({
      id: PageId,
      version: Version,
      name: PageName.optional(),
      areas: Areas.optional(),
      /** Into the bin, for 30 days. */
      deleted: z.literal(true).optional(),
    })
    .refine(({ name, areas, deleted }) => (name ?? areas ?? deleted) !== undefined, {
      path: ['areas'],
      ...rule(fieldError('required')),
    }),
  reply: dataOf(
    z.object({
      /** Null: it is in the bin now. */
      page: Page.nullable(),
      /** Whether changes that were saved meanwhile are in it too. */
      isMerged: z.boolean(),
    }),
  ),
})

/** JSON in a query string; what is none stays a text, which then has the wrong type. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
