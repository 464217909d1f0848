import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { warRoomGate as gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { BoardId, BoardKind, BoardParameter, BoardVersion } from './board.ts'
import { maximumKioskDays, maximumNameLength } from './limits.ts'
import { SensorName, StoredArea, StoredWidget } from './page.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

const KioskLink = z.object({
  id: z.uuid(),
  /** Where it is used, in the words of who made it. */
  name: z.string(),
  /** Name of whose rights count; null: an account that is gone. */
  madeBy: z.string().nullable(),
  /** ms UTC, as the others. */
  madeAt: z.number(),
  expiresAt: z.number(),
  /** Null: it was not revoked. */
  revokedAt: z.number().nullable(),
  /** Null: nobody has opened it. */
  lastUsedAt: z.number().nullable(),
  /** Whether it opens the board now: whoever made it may share it still. */
  opens: z.boolean(),
})
export type KioskLink = z.infer<typeof KioskLink>

export const listKioskLinks = defineRoute({
  method: 'GET',
  path: '/api/boards/:id/kiosk-links',
  summary: 'The links by which a page or dashboard can be looked at without an account',
  gate,
  params: BoardParameter,
  reply: wholeListOf(KioskLink),
})

export const addKioskLink = defineRoute({
  method: 'POST',
  path: '/api/boards/:id/kiosk-links',
  summary: 'Makes a link to look at a page or dashboard without an account; its token, once',
  isMadeOnce: true,
  gate,
  params: BoardParameter,
  body: z.object({
    name: oneLine(maximumNameLength).min(1),
    /** From now on. */
    days: z.int().min(1).max(maximumKioskDays),
  }),
  reply: dataOf(z.object({ link: KioskLink, token: z.string() })),
})

export const revokeKioskLink = defineRoute({
  method: 'DELETE',
  path: '/api/boards/:id/kiosk-links/:link',
  summary: 'Ends a link; whoever looks through it sees nothing any more',
  gate,
  params: z.object({ id: BoardId, link: z.uuid() }),
  reply: wholeListOf(KioskLink),
})

const KioskBoard = z.object({
  kind: BoardKind,
  name: z.string(),
  version: BoardVersion,
  areas: z.array(StoredArea),
  widgets: z.array(StoredWidget),
  /** Of those that the widgets name the ones that are open to whose link it is. */
  sensors: z.array(SensorName.extend({ sensor: Sensor })),
  /** The names of their devices. */
  devices: z.array(z.object({ lesiId: z.string(), name: z.string() })),
  /** When the link ends, ms UTC. */
  expiresAt: z.number(),
})
export type KioskBoard = z.infer<typeof KioskBoard>

export const readKioskBoard = defineRoute({
  method: 'GET',
  path: '/api/kiosk/board',
  summary: 'The page or dashboard of a kiosk link; its token as `Authorization: Bearer …`',
  gate: 'public',
  reply: dataOf(KioskBoard),
})
