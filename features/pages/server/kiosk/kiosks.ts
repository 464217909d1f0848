import type { Kysely } from 'kysely'
import { passesGate } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { KioskAccess, Kiosks } from '#kit/server/kiosks.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import type { BoardKind } from '../../contract/board.ts'
import { gateOfKind } from '../../contract/gates.ts'
import type { Widget } from '../../contract/page.ts'
import { sensorsOf, widgetsOf } from '../../contract/sensor-names.ts'
import { mayShare } from '../../contract/sharing.ts'
import type { BoardServices } from '../board-services.ts'
import { findAnyBoard } from '../boards-store.ts'
import { openSensors } from '../open-sensors.ts'
import { readVersion, type StoredVersion } from '../versions-store.ts'
import { findKioskLink, writeLastUsed, type KioskRow } from './kiosk-store.ts'

type KioskServices = Pick<BoardServices, 'sql' | 'accounts' | 'catalogue' | 'clock'>

/** When a link was used last is stored at most this often. */
const lastUsedStepMs = 60_000

/** An open link with what it shows. */
export interface OpenKiosk extends KioskAccess {
  readonly kind: BoardKind
  readonly content: StoredVersion
}

/** The links by which boards are looked at without an account. */
export class KioskLinks implements Kiosks {
  readonly #services: KioskServices

  constructor(services: KioskServices) {
    this.#services = services
  }

  accessOf(token: string): Promise<KioskAccess | null> {
    return this.open(token)
  }

  async accessOfLink(linkId: string): Promise<KioskAccess | null> {
    const { sql, clock } = this.#services
    const link = await findKioskLink(sql, { id: linkId }, new Date(clock()))
    return link ? this.#resolve(link) : null
  }

  /** As `accessOf`, with what is to be shown. */
  async open(token: string): Promise<OpenKiosk | null> {
    const { sql, clock } = this.#services
    const now = new Date(clock())
    const link = await findKioskLink(sql, { tokenHash: hashToken(token) }, now)
    const kiosk = link && (await this.#resolve(link))
    if (!kiosk) return null
    const age = now.getTime() - (link.lastUsedAt?.getTime() ?? -Infinity)
    if (age >= lastUsedStepMs) await writeLastUsed(sql, link.id, now)
    return kiosk
  }

  async #resolve(link: KioskRow): Promise<OpenKiosk | null> {
    const { sql, accounts, catalogue } = this.#services
    const shared = await sharedBy(accounts, sql, link)
    if (!shared) return null
    const { caller, board } = shared
    const content = await readVersion(sql, board.id, board.version)
    if (!content) return null
    const find = openSensors(catalogue, caller)
    const widgets = widgetsOf(content)
    const sensors = widgets.flatMap(sensorsOf)
    return {
      ...{ linkId: link.id, boardId: board.id, caller, kind: board.kind, content },
      sensorIds: new Set(sensors.flatMap((name) => find(name)?.id ?? [])),
      pictureIds: new Set(widgets.flatMap(pictureOf)),
      expiresAt: link.expiresAt.getTime(),
    }
  }
}

/**
 * The board of a link, and whose link it is with the roles of then that the person still has; null
 * where that person may not share the board any more.
 */
export async function sharedBy(
  accounts: BoardServices['accounts'],
  sql: Kysely<DB>,
  { id, boardId, madeBy, roles }: Pick<KioskRow, 'id' | 'boardId' | 'madeBy' | 'roles'>,
) {
  const rights = await accounts.rights(sql, madeBy, roles)
  const caller: Caller | null = rights && {
    ...{ ...rights, userId: madeBy, sessionId: `kiosk ${id}` },
  }
  const board = caller && (await findAnyBoard(sql, caller, boardId))
  if (!board || board.deletedAt !== null) return null
  if (!passesGate(gateOfKind[board.kind], caller) || !mayShare(board.access, caller)) return null
  return { caller, board }
}

/** The picture that a widget is on, where it has one. */
function pictureOf({ options }: Widget): string[] {
  const { picture } = options
  return typeof picture === 'string' && picture !== '' ? [picture] : []
}
