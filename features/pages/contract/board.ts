import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { SensorName, StoredArea, StoredWidget } from './page.ts'
import { maximumOrdered } from './limits.ts'

/** What people build: a home page of areas, or a dashboard of widgets. */
export const BoardKind = z.enum(['page', 'dashboard'])
export type BoardKind = z.infer<typeof BoardKind>

export const BoardId = z.uuid()
export const BoardParameter = z.object({ id: BoardId })
export const BoardVersion = z.int32().min(1)

/** What the caller may do with a board: all; save it; look at it. */
export const BoardAccess = z.enum(['owner', 'edit', 'read'])
export type BoardAccess = z.infer<typeof BoardAccess>

const described = {
  id: BoardId,
  kind: BoardKind,
  name: z.string(),
  /** Grows with every saved change; a change says which one it began from. */
  version: BoardVersion,
  /** ms UTC */
  savedAt: z.number(),
  access: BoardAccess,
  /** Name of whose board it is. */
  owner: z.string(),
  /** Whoever may look at it is offered a copy, to begin a dashboard from. */
  isTemplate: z.boolean(),
  /** The caller may share it and make links to it. */
  mayShare: z.boolean(),
}

/** A board as lists show it. */
export const BoardSummary = z.object({ ...described, areas: z.int(), widgets: z.int() })
export type BoardSummary = z.infer<typeof BoardSummary>

/** A sensor that a board shows, as far as it is open to the caller now. */
const BoardSensor = SensorName.extend({
  /** `closed`: there is one, and it is not open to the caller; `gone`: there is none any more. */
  state: z.enum(['open', 'closed', 'gone']),
  /** Null unless it is open. */
  sensor: Sensor.nullable(),
})
export type BoardSensor = z.infer<typeof BoardSensor>

/** A board with all that it holds. */
export const Board = z.object({
  ...described,
  /** Of a page; a dashboard has none. */
  areas: z.array(StoredArea),
  /** Of a dashboard; those of a page are in its areas. */
  widgets: z.array(StoredWidget),
  /** Every sensor that one of the widgets names, once. */
  sensors: z.array(BoardSensor),
})
export type Board = z.infer<typeof Board>

/** Ids of boards of the caller in their order; those that are not named follow as they were. */
export const BoardOrder = z
  .array(BoardId)
  .max(maximumOrdered)
  .refine((order) => new Set(order).size === order.length, rule(fieldError('repeated')))

/** What a saved or deleted board is answered with. */
export const SavedBoard = z.object({
  /** Null: it is in the bin now. */
  board: Board.nullable(),
  /** Whether changes that were saved meanwhile are in it too. */
  isMerged: z.boolean(),
})
