import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskRateLimit, kioskTokenOf } from '#kit/server/kiosks.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import {
  addKioskLink,
  listKioskLinks,
  readKioskBoard,
  revokeKioskLink,
  type KioskBoard,
  type KioskLink,
} from '../../contract/kiosk.ts'
import { maximumKioskLinks } from '../../contract/limits.ts'
import { nameOf, sensorsOf, widgetsOf } from '../../contract/sensor-names.ts'
import { auditBoard, boardToShare, type BoardServices } from '../board-services.ts'
import { openSensors } from '../open-sensors.ts'
import { deleteEndedLinks, insertKioskLink, readKioskLinks, writeRevoked } from './kiosk-store.ts'
import { sharedBy, type KioskLinks, type OpenKiosk } from './kiosks.ts'

const dayMs = 86_400_000
/** How long a link that ended is in the list. */
const endedDays = 30

/** The calls that make, list and revoke kiosk links. */
export function registerKioskRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql, clock } = services

  serve(app, listKioskLinks, async ({ params: { id }, caller }) => {
    await sql.transaction().execute((each) => boardToShare(each, caller, id))
    return { data: await describeLinks(services, sql, id) }
  })

  serve(app, addKioskLink, async ({ params: { id }, body: { name, days }, ...call }) => {
    const { caller } = call
    const token = createToken(256)
    const madeAt = new Date(clock())
    const expiresAt = new Date(madeAt.getTime() + days * dayMs)
    const link = { id: randomUUID(), boardId: id, name, madeAt, expiresAt }
    const links = await sql.transaction().execute(async (transaction) => {
      const board = await boardToShare(transaction, caller, id)
      if (!(await services.accounts.rights(transaction, caller.userId, caller.roles)))
        throw new AppError('forbidden', 'A role that is only looked through makes no links')
      await deleteEndedLinks(transaction, id, new Date(madeAt.getTime() - endedDays * dayMs))
      if ((await readKioskLinks(transaction, id)).length >= maximumKioskLinks)
        throw refusedField('name', fieldError('too_many', { maximum: maximumKioskLinks }))
      const secret = { tokenHash: hashToken(token), madeBy: caller.userId, roles: caller.roles }
      await insertKioskLink(transaction, { ...link, ...secret })
      await auditBoard(services, transaction, call, {
        ...{ verb: 'add-kiosk-link', board },
        after: { link: name, expiresAt: expiresAt.toISOString() },
      })
      return describeLinks(services, transaction, id)
    })
    const made = links.find((each) => each.id === link.id)
    if (!made) throw new Error('a link that was stored is not there')
    return { data: { link: made, token } }
  })

  serve(app, revokeKioskLink, async ({ params: { id, link }, ...call }) => {
    const links = await sql.transaction().execute(async (transaction) => {
      const board = await boardToShare(transaction, call.caller, id)
      const revoked = await writeRevoked(transaction, id, link, new Date(clock()))
      if (!revoked) throw new AppError('not_found', 'There is no such link')
      await auditBoard(services, transaction, call, {
        ...{ verb: 'revoke-kiosk-link', board, before: { link: revoked.name } },
      })
      return describeLinks(services, transaction, id)
    })
    await services.notices.announce(id)
    return { data: links }
  })
}

/** The call of those who have a link and no account. */
export function registerKioskBoard(
  app: FastifyInstance,
  { catalogue }: Pick<BoardServices, 'catalogue'>,
  kiosks: KioskLinks,
): void {
  serve(app, readKioskBoard, { rateLimit: kioskRateLimit }, async ({ request, reply }) => {
    const kiosk = await kiosks.open(kioskTokenOf(request))
    if (!kiosk) throw new AppError('unauthenticated', 'This link does not open anything')
    void reply.header('Cache-Control', 'no-store')
    return { data: describeKiosk(catalogue, kiosk) }
  })
}

function describeKiosk(
  catalogue: BoardServices['catalogue'],
  { kind, content, caller, expiresAt }: OpenKiosk,
): KioskBoard {
  const { name, version, areas, widgets } = content
  const find = openSensors(catalogue, caller)
  const names = widgetsOf(content).flatMap(sensorsOf)
  const distinct = new Map(names.map((each) => [nameOf(each), each]))
  const sensors = [...distinct.values()].flatMap((each) => {
    const sensor = find(each)
    return sensor ? [{ ...each, sensor }] : []
  })
  const deviceIds = new Set(sensors.map(({ sensor }) => sensor.deviceId))
  const devices = [...deviceIds].flatMap((id) => {
    const device = catalogue.deviceById(id)
    return device ? [{ lesiId: device.lesiId, name: device.name }] : []
  })
  return {
    ...{ kind, name, version, areas: [...areas], widgets: [...widgets] },
    ...{ sensors, devices, expiresAt },
  }
}

async function describeLinks(
  { accounts, clock }: BoardServices,
  sql: Kysely<DB>,
  boardId: string,
): Promise<KioskLink[]> {
  const links = await readKioskLinks(sql, boardId)
  const people = await accounts.people(
    sql,
    links.map(({ madeBy }) => madeBy),
  )
  const described: KioskLink[] = []
  for (const link of links) {
    const { id, name, madeBy, revokedAt, expiresAt, lastUsedAt } = link
    const isOver = revokedAt !== null || expiresAt.getTime() <= clock()
    described.push({
      ...{ id, name },
      madeBy: people.get(madeBy)?.name ?? null,
      madeAt: link.madeAt.getTime(),
      expiresAt: expiresAt.getTime(),
      revokedAt: revokedAt?.getTime() ?? null,
      lastUsedAt: lastUsedAt?.getTime() ?? null,
      opens: !isOver && (await sharedBy(accounts, sql, link)) !== null,
    })
  }
  return described
}
