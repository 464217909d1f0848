import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { productOrigin, type AuditOrigin } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { dueAfter, periodBefore, type Calendar } from '../../contract/schedule/recurrence.ts'
import type { RunFailure, ScheduleRequest } from '../../contract/schedule/schedule.ts'
import { nameOf } from '../jobs/describe-job.ts'
import type { ExportJobs } from '../jobs/export-jobs.ts'
import { readExport } from '../jobs/exports-store.ts'
import { allowedOf } from './scheduled-request.ts'
import { followCalendar } from './follow-calendar.ts'
import { mailExport } from './mail-export.ts'
import { failureOfRefusal } from './refusal.ts'
import { endRun, insertRun, readMaking, setAsked, type StoredRun } from './runs-store.ts'
import type { ScheduleServices } from './schedule-services.ts'
import {
  lockDue,
  nextScheduled,
  readSchedule,
  setNext,
  type StoredSchedule,
} from './schedules-store.ts'

/** Between two looks, at the most and at the least, ms. */
const pollMs = 30_000
const minimumPollMs = 1_000
/** A run that cannot be begun now, as the store does not answer, is tried so long. */
const maximumWaitMs = 6 * 3_600_000

/**
 * Carries out schedules: makes the export of each in the name and with the rights of its owner, and
 * has it mailed. What was missed while the server was away is made once.
 */
export class ScheduledExports {
  readonly #services: ScheduleServices
  readonly #jobs: ExportJobs
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #isClosed = false
  /**
   * Of which schedules it is recorded again when they are due: at first the clock may be another.
   */
  #followed: 'shifts' | 'all' = 'all'
  #unfollow: () => void = () => {}

  constructor(services: ScheduleServices, jobs: ExportJobs) {
    this.#services = services
    this.#jobs = jobs
  }

  open(): void {
    this.#jobs.follow(() => this.wake())
    this.#unfollow = this.#services.bus.on('clockSetBack', () => {
      this.#followed = 'all'
      this.wake()
    })
    this.wake()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unfollow()
    clearTimeout(this.#timer)
    await this.#last
  }

  /** Looks at what is due and what was made, soon. */
  wake(): void {
    this.#last = this.#last
      .then(() => (this.#isClosed ? undefined : this.#check()))
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'scheduled exports could not be looked at'),
      )
      .then(() => this.#wakeLater())
  }

  /** What a schedule goes by. */
  async calendar(
    { timezone }: Pick<ScheduleRequest, 'timezone'>,
    sql: Kysely<DB>,
  ): Promise<Calendar> {
    const { shifts, timezone: siteZone } = this.#services
    return { timezone, siteZone, shifts: await shifts(sql) }
  }

  /** Begins a run of the last whole period. Throws where the site has no shifts. */
  async begin(transaction: Transaction<DB>, schedule: StoredSchedule): Promise<string> {
    const begunAt = this.#services.clock()
    const { recurrence } = schedule.request
    const period = periodBefore(
      recurrence,
      await this.calendar(schedule.request, transaction),
      begunAt,
    )
    if (!period) throw refusedField('recurrence', fieldError('no_shifts'))
    const id = randomUUID()
    await insertRun(transaction, { id, scheduleId: schedule.id, begunAt, ...period })
    return id
  }

  /** Begins the run of a schedule that is due, unless the site has no shifts any more. */
  async beginIfDue(transaction: Transaction<DB>, schedule: StoredSchedule): Promise<void> {
    const now = this.#services.clock()
    if (schedule.nextAt === null || schedule.nextAt > now) return
    const calendar = await this.calendar(schedule.request, transaction)
    const period = periodBefore(schedule.request.recurrence, calendar, now)
    if (period) await this.begin(transaction, schedule)
  }

  async #wakeLater(): Promise<void> {
    if (this.#isClosed) return
    const { sql, clock } = this.#services
    const due = await nextScheduled(sql).catch(() => null)
    const wait = due === null ? pollMs : Math.min(pollMs, Math.max(minimumPollMs, due - clock()))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), wait).unref()
  }

  async #check(): Promise<void> {
    const { sql, log } = this.#services
    await this.#followCalendar()
    while (await this.#beginDue());
    for (const run of await readMaking(sql)) {
      if (this.#isClosed) return
      // Those behind it do not wait for it.
      await this.#advance(run).catch((error: unknown) =>
        log.warn({ err: error, run: run.id }, 'a scheduled export could not be looked at'),
      )
    }
  }

  async #followCalendar(): Promise<void> {
    const { sql, clock } = this.#services
    const which = this.#followed
    this.#followed = 'shifts'
    const calendar = this.calendar.bind(this)
    try {
      await followCalendar({ sql, now: clock(), calendar }, which)
    } catch (error) {
      if (which === 'all') this.#followed = which
      throw error
    }
  }

  #beginDue(): Promise<boolean> {
    const { sql, clock, log } = this.#services
    return sql.transaction().execute(async (transaction) => {
      const due = await lockDue(transaction, clock())
      if (!due) return false
      const { id, schedule } = due
      if (!schedule) {
        // Left due, it would be what is locked again and again, in the place of all others. A start
        // of a version that can read it computes anew when it is due.
        log.error({ schedule: id }, 'a schedule of exports cannot be read, and is left out')
        await setNext(transaction, id, null)
        return true
      }
      const { request } = schedule
      const calendar = await this.calendar(request, transaction)
      await this.beginIfDue(transaction, schedule)
      await setNext(transaction, id, dueAfter(request.recurrence, calendar, clock()))
      return true
    })
  }

  async #advance(run: StoredRun): Promise<void> {
    const { sql, outbox } = this.#services
    const schedule = await readSchedule(sql, run.scheduleId)
    if (!schedule) return
    if (!outbox.hasSender('mail')) return this.#fail(run, 'mail')
    const made = await readExport(sql, schedule.ownerId, run.id)
    if (!made) return run.isAsked ? this.#fail(run, 'removed') : this.#ask(run, schedule)
    if (made.state === 'cancelled') return this.#fail(run, 'removed')
    if (made.state === 'failed') return this.#fail(run, made.failure ?? 'defect')
    return made.state === 'done' ? mailExport(this.#services, { run, schedule, made }) : undefined
  }

  async #ask(run: StoredRun, schedule: StoredSchedule): Promise<void> {
    const { accounts, sql, clock, log } = this.#services
    const { ownerId, request, roles } = schedule
    const rights = await accounts.rights(sql, ownerId, roles)
    if (!rights || !passesGate(warRoomGate, rights)) return this.#fail(run, 'rights')
    const caller = { ...rights, userId: ownerId, sessionId: `export schedule ${schedule.id}` }
    try {
      const { stored, readings } = await allowedOf(this.#services, caller, request, run)
      const origin: AuditOrigin = { ...productOrigin(), actorId: ownerId }
      const name = nameOf(stored)
      await this.#jobs.create({ id: run.id, ownerId, request: stored, readings, origin, name })
      await setAsked(sql, run.id, clock())
    } catch (error) {
      const failure = failureOfRefusal(error)
      if (!(error instanceof AppError))
        log.warn({ err: error, run: run.id }, 'a scheduled export could not be asked for')
      const isOver = clock() - run.begunAt > maximumWaitMs
      if (failure === null && !isOver) return
      await this.#fail(run, failure ?? 'store')
    }
  }

  async #fail({ id }: StoredRun, failure: RunFailure): Promise<void> {
    await endRun(this.#services.sql, id, { failure, at: this.#services.clock() })
  }
}
