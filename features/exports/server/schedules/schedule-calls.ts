import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type AuditOrigin, type AuditRecord } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { dueAfter, periodBefore } from '../../contract/schedule/recurrence.ts'
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  sendSchedule,
} from '../../contract/schedule/routes.ts'
import { maximumSchedules, type ScheduleRequest } from '../../contract/schedule/schedule.ts'
import { allowedOf } from './scheduled-request.ts'
import { describeSchedules } from './describe-schedule.ts'
import type { ScheduledExports } from './scheduled-exports.ts'
import type { ScheduleServices } from './schedule-services.ts'
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  readSchedules,
  setPaused,
  updateSchedule,
  type StoredSchedule,
  type UnreadSchedule,
} from './schedules-store.ts'

/** Changes and runs that one address may ask for: each sends mail to others. */
const rateLimit = { max: 30, timeWindow: '1 minute' }

/** The calls about scheduled exports: each about the caller's own. */
export function registerSchedules(
  app: FastifyInstance,
  services: ScheduleServices,
  scheduled: ScheduledExports,
): void {
  const { sql, clock } = services
  const calls = new Calls(services, scheduled)

  serve(app, listSchedules, async ({ caller }) => {
    const { schedules, unread } = await readSchedules(sql, caller.userId)
    return {
      data: {
        schedules: await describeSchedules(services, schedules),
        unreadable: unread.map(({ id, name, version }) => ({ id, name, version })),
        hasMail: services.outbox.hasSender('mail'),
        hasShifts: (await services.shifts(sql)).length > 0,
        siteZone: services.timezone,
      },
    }
  })

  serve(app, addSchedule, { rateLimit }, async ({ body, caller, request }) => {
    const nextAt = await calls.nextOf(caller, body)
    return calls.change(originOf(request), async (transaction) => {
      const ownerId = caller.userId
      if ((await countSchedules(transaction, ownerId)) >= maximumSchedules)
        throw refusedField('name', fieldError('too_many', { maximum: maximumSchedules }))
      const written = { request: body, roles: caller.roles, nextAt }
      const added = await insertSchedule(transaction, { ...written, ownerId, at: clock() })
      return { stored: added, entry: entryOf('add', added, null, body) }
    })
  })

  serve(app, changeSchedule, { rateLimit }, async ({ params, body, caller, request }) => {
    const { version, ...asked } = body
    const due = await calls.nextOf(caller, asked)
    return calls.change(originOf(request), async (transaction) => {
      const former = await calls.own(transaction, caller, params.id)
      if (former.version !== version) throw refusedField('version', fieldError('changed_meanwhile'))
      // What is due is made, whoever comes first.
      if (former.request !== null) await scheduled.beginIfDue(transaction, former)
      const nextAt = former.isPaused ? null : due
      const written = { request: asked, roles: caller.roles, nextAt }
      const stored = await updateSchedule(transaction, params.id, written)
      return { stored, entry: entryOf('update', stored, former.request, asked) }
    })
  })

  serve(app, pauseSchedule, { rateLimit }, async ({ params, body, caller, request }) => {
    const { isPaused } = body
    await calls.change(originOf(request), async (transaction) => {
      const stored = await calls.ownReadable(transaction, caller, params.id)
      const { recurrence } = stored.request
      const calendar = await scheduled.calendar(stored.request, transaction)
      const nextAt = isPaused ? null : dueAfter(recurrence, calendar, clock())
      await setPaused(transaction, params.id, { isPaused, nextAt })
      return { stored, entry: entryOf(isPaused ? 'pause' : 'resume', stored, null, null) }
    })
  })

  serve(app, sendSchedule, { rateLimit }, async ({ params, caller, request }) => {
    await calls.change(originOf(request), async (transaction) => {
      const stored = await calls.ownReadable(transaction, caller, params.id)
      await scheduled.begin(transaction, stored)
      return { stored, entry: entryOf('send', stored, null, null) }
    })
  })

  serve(app, removeSchedule, async ({ params, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const stored = await calls.own(transaction, caller, params.id)
      await deleteSchedule(transaction, params.id)
      const entry = entryOf('remove', stored, stored.request, null)
      await services.audit(transaction, originOf(request), entry)
    })
    scheduled.wake()
  })
}

interface Changed {
  readonly stored: StoredSchedule
  readonly entry: AuditRecord
}

class Calls {
  readonly #services: ScheduleServices
  readonly #scheduled: ScheduledExports

  constructor(services: ScheduleServices, scheduled: ScheduledExports) {
    this.#services = services
    this.#scheduled = scheduled
  }

  /** When it is due first. Refused like an export of the last whole period. */
  async nextOf(caller: Caller, request: ScheduleRequest): Promise<number | null> {
    const { clock, sql } = this.#services
    const calendar = await this.#scheduled.calendar(request, sql)
    const period = periodBefore(request.recurrence, calendar, clock())
    if (!period) throw refusedField('recurrence', fieldError('no_shifts'))
    await allowedOf(this.#services, caller, request, period)
    return dueAfter(request.recurrence, calendar, clock())
  }

  async own(transaction: Transaction<DB>, { userId }: Caller, id: number) {
    const stored = await lockSchedule(transaction, { id, ownerId: userId })
    if (!stored) throw new AppError('not_found', 'There is no such schedule')
    return stored
  }

  async ownReadable(transaction: Transaction<DB>, caller: Caller, id: number) {
    const stored = await this.own(transaction, caller, id)
    if (stored.request === null)
      throw new AppError('conflict', 'The schedule cannot be read; change or remove it')
    return stored
  }

  /** Carries out a change with its entry of the audit; the schedule as it is then. */
  async change(origin: AuditOrigin, work: (transaction: Transaction<DB>) => Promise<Changed>) {
    const { sql, audit } = this.#services
    const { stored } = await sql.transaction().execute(async (transaction) => {
      const changed = await work(transaction)
      await audit(transaction, origin, changed.entry)
      return changed
    })
    this.#scheduled.wake()
    const [described] = await describeSchedules(this.#services, [stored])
    if (!described) throw new AppError('internal', 'The schedule is gone')
    return { data: described }
  }
}

type Action = 'add' | 'update' | 'pause' | 'resume' | 'send' | 'remove'

function entryOf(
  act: Action,
  stored: StoredSchedule | UnreadSchedule,
  before: ScheduleRequest | null,
  after: ScheduleRequest | null,
): AuditRecord {
  return {
    ...{ action: `export-schedule.${act}`, entity: 'export-schedule' },
    ...{
      entityId: stored.id,
      entityName: stored.request === null ? stored.name : stored.request.name,
    },
    ...(before && { before: snapshotOf(before) }),
    ...(after && { after: snapshotOf(after) }),
  }
}

const snapshotOf = ({ sensors, recurrence, ...request }: ScheduleRequest) => ({
  ...{ ...request, recurrence: { ...recurrence } },
  sensors: sensors.map(({ thing, sensor }) => `${thing} · ${sensor}`),
})
