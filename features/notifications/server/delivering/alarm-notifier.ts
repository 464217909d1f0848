import type { Kysely, Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import type { AlarmNotices, NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Outbox } from '#kit/server/deliveries/outbox.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { dueOf, endOfQuiet, isOfRoute } from '../../contract/due.ts'
import { unknownPlace, readPlaces } from '../areas-store.ts'
import {
  insertCursor,
  insertNotices,
  lockCursor,
  nextNotice,
  putOffDue,
  removeNotices,
  setCursor,
  takeDue,
  takeHeld,
} from '../notices-store.ts'
import { holdRoutes, readRoutes, type StoredRoutes } from '../routes-store.ts'
import { advanceNotices } from './advance-notices.ts'
import { deliverBy, deliverHeld, isNeeded } from './deliver.ts'
import type { MessageServices } from './message.ts'

export interface NotifierServices extends MessageServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
  readonly catalogue: Catalogue
  readonly accounts: Accounts
  readonly outbox: Outbox
  readonly notices: AlarmNotices
  /** The shifts of the site, by when they begin. */
  readonly shifts: (sql: Kysely<DB>) => Promise<readonly Shift[]>
}

/** Alarms that come together are put together. */
const gatherMs = 300
const pollMs = 30_000
/** After a look that failed; each further one in a row doubles it, up to `pollMs`. */
const retryMs = 1_000

/**
 * Notifies people outside of alarms. What happened to alarms is read from where it is stored, up to
 * a place that is stored with the notices that came of it: a kill neither loses nor doubles one.
 */
export class AlarmNotifier {
  readonly #services: NotifierServices
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  /** No look begins before, by the clock of this process that never jumps. */
  #notBefore = 0
  /** Looks in a row that have failed. */
  #failures = 0
  /** Routes that could not be read, with their versions: each is logged once. */
  readonly #unread = new Set<string>()
  #last: Promise<void> = Promise.resolve()
  #stops: readonly (() => void)[] = []
  /** By how much the clock was set back since what waits was recorded by it, ms. */
  #setBackMs = 0
  #isClosed = false

  constructor(services: NotifierServices) {
    this.#services = services
  }

  /** Alarms from now on, or since the server before this one ended. */
  async open(): Promise<void> {
    const { sql, bus, notices } = this.#services
    await insertCursor(sql, await notices.lastEvent(sql))
    this.#stops = [
      bus.on('alarmsChanged', () => this.#wakeIn(gatherMs)),
      bus.on('clockSetBack', ({ byMs }) => {
        this.#setBackMs += byMs
        this.#wakeIn(0)
      }),
    ]
    this.#wakeIn(0)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    clearTimeout(this.#timer)
    await this.#last
  }

  /** Looks at what happened and what is due now. */
  look(): Promise<void> {
    const { log } = this.#services
    this.#last = this.#last
      .then(() => this.#lookNow())
      .then(() => {
        this.#failures = 0
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'alarms could not be notified of')
        const waitMs = Math.min(pollMs, retryMs * 2 ** this.#failures)
        this.#failures += 1
        this.#notBefore = performance.now() + waitMs
      })
    return this.#last
  }

  #wakeIn(ms: number): void {
    const now = performance.now()
    const at = Math.max(now + ms, this.#notBefore)
    if (this.#isClosed || at >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = at
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity
      void this.look().then(() => this.#wakeForNext())
    }, at - now).unref()
  }

  async #wakeForNext(): Promise<void> {
    const { sql, clock } = this.#services
    // What a failed look has left is looked at as soon as may be.
    if (this.#failures > 0) return this.#wakeIn(0)
    const due = await nextNotice(sql).catch(() => null)
    this.#wakeIn(due === null ? pollMs : Math.min(pollMs, Math.max(gatherMs, due - clock())))
  }

  async #lookNow(): Promise<void> {
    if (this.#setBackMs > 0) await this.#followClock()
    while (await this.#takeEvents());
    await this.#sendDue()
  }

  async #followClock(): Promise<void> {
    const { sql } = this.#services
    const byMs = this.#setBackMs
    await sql.transaction().execute(async (transaction) => {
      const { routes } = await readRoutes(transaction)
      await advanceNotices(transaction, this.#services, routes, byMs)
    })
    this.#setBackMs -= byMs
  }

  /**
   * Whether there may be more. Routes are read after the events: one that was stored before an
   * alarm is among them. None is removed until their notices are stored.
   */
  #takeEvents(): Promise<boolean> {
    const { sql, notices, catalogue, clock, shifts, timezone } = this.#services
    return sql.transaction().execute(async (transaction) => {
      const before = await lockCursor(transaction)
      const { alarmIds, last } = await notices.shownAfter(transaction, before)
      if (last === before) return false
      const { routes } = alarmIds.length > 0 ? await this.#holdRoutes(transaction) : { routes: [] }
      const site = { timezone, shifts: await shifts(transaction) }
      const alarms = await notices.alarms(transaction, routes.length > 0 ? alarmIds : [])
      const now = clock()
      const shown = [...alarms.values()].filter((each) => each.isShown && !each.isAcknowledged)
      const devices = [...new Set(shown.map(({ deviceId }) => deviceId))]
      const places = await readPlaces(transaction, devices)
      const found = shown.flatMap(({ deviceId, priority, ...alarm }) => {
        const lesiId = catalogue.deviceById(deviceId)?.lesiId ?? ''
        const location = { priority, lesiId, areas: places.get(deviceId) ?? unknownPlace }
        return routes
          .filter((route) => isOfRoute(route, location, site, now))
          .map((route) => ({
            ...{ routeId: route.id, alarmId: alarm.id, dueAt: dueOf(route, site, now) },
          }))
      })
      await insertNotices(transaction, found)
      await setCursor(transaction, last)
      return true
    })
  }

  /**
   * Ends what is due and stores its messages, in one transaction. Routes are held first, as who
   * removes one does it: their notices go with it. What is due by a route that came since waits for
   * the next look, and so does what became due in quiet hours of its route: while the server was
   * off, or because they are other ones now.
   */
  async #sendDue(): Promise<void> {
    const { sql, clock, notices, outbox, timezone } = this.#services
    const services = this.#services
    const next = await nextNotice(sql)
    if (next === null || next > clock()) return
    await sql.transaction().execute(async (transaction) => {
      const { routes, unread } = await this.#holdRoutes(transaction)
      const routeIds = [...routes, ...unread].map(({ id }) => id)
      const at = clock()
      for (const { id, quiet } of routes) {
        const end = quiet === null ? at : endOfQuiet(quiet, timezone, at)
        if (end > at) await putOffDue(transaction, id, { at, next: end })
      }
      const due = await takeDue(transaction, routeIds, at)
      const held = await takeHeld(transaction, routeIds, at)
      const ids = [...due.values(), ...held.map(({ alarmIds }) => alarmIds)].flat()
      const alarms = await notices.alarms(transaction, [...new Set(ids)])
      const known = (wanted: readonly number[] = []) => wanted.flatMap((id) => alarms.get(id) ?? [])
      for (const route of routes.filter(({ isEnabled }) => isEnabled)) {
        const by = { services, transaction, route }
        const all = known(due.get(route.id))
        const sent = all.filter((alarm) => isNeeded(route, alarm))
        if (sent.length > 0) await deliverBy(by, sent)
        const hidden = all.filter((alarm) => !isNeeded(route, alarm) && isHidden(alarm))
        await removeNotices(
          transaction,
          route.id,
          hidden.map(({ id }) => id),
        )
        for (const { routeId, userId, alarmIds } of held)
          if (routeId === route.id) await deliverHeld(by, userId, known(alarmIds))
      }
    })
    outbox.wake()
  }

  /** One that cannot be read holds up no other: nothing leaves by it, and the log says so once. */
  async #holdRoutes(transaction: Transaction<DB>): Promise<StoredRoutes> {
    const stored = await holdRoutes(transaction)
    for (const { id, version } of stored.unread) {
      const key = `${id} ${version}`
      if (!this.#unread.has(key))
        this.#services.log.warn({ route: id }, 'a route of notifications can not be read')
      this.#unread.add(key)
    }
    return stored
  }
}

/** Its condition is there and nobody has acknowledged it: it escalates anew once it is shown. */
const isHidden = ({ isShown, isAcknowledged, returnedAt }: NoticedAlarm): boolean =>
  !isShown && !isAcknowledged && returnedAt === null
