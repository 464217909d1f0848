import type { Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { AlarmEvent } from '../../contract/alarm.ts'
import { step, type OccurrenceStep, type RefusedStep } from '../../contract/state/occurrence.ts'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import { beginningOf, occurrenceOf, type NewAlarm, type StoredAlarm } from './alarm-row.ts'
import {
  insertAlarms,
  insertEvents,
  readAlarmsOf,
  updateAlarms,
  type NewEvent,
} from './alarms-store.ts'
import type { OpenAlarms } from './open-alarms.ts'

/** Who did something, and what they wrote. */
export interface EventDetails {
  readonly type: AlarmEvent['type']
  readonly userId?: number | null
  readonly comment?: string
}

interface Draft {
  alarm: NewAlarm
  /** null: it is not stored yet. */
  readonly id: number | null
  readonly events: Omit<NewEvent, 'alarmId'>[]
}

/**
 * Changes of alarms that become true together: gathered over what is stored, written in one
 * transaction, and only then seen by anybody.
 */
export class AlarmChanges {
  readonly #open: OpenAlarms
  readonly #now: number
  /** The alarm of each point that was touched, and those that ended before it. */
  readonly #current = new Map<string, Draft>()
  readonly #former: Draft[] = []
  #stored: StoredAlarm[] = []

  constructor(open: OpenAlarms, now: number) {
    this.#open = open
    this.#now = now
  }

  /** The alarm of a point with the changes so far. */
  of(point: PointName): NewAlarm | undefined {
    const draft = this.#current.get(keyOf(point))
    const alarm = draft ? draft.alarm : this.#open.of(point)
    return alarm?.endedAt === null ? alarm : undefined
  }

  /** Whether this is true of any alarm that has begun here. */
  someBegun(isOne: (alarm: NewAlarm) => boolean): boolean {
    for (const { id, alarm } of this.#current.values())
      if (id === null && alarm.endedAt === null && isOne(alarm)) return true
    return false
  }

  /** A new alarm, in the place of one of the same point that nobody has acknowledged yet. */
  begin(alarm: NewAlarm): void {
    if (this.of(alarm)) this.step(alarm, { type: 'supersede' }, { type: 'superseded' })
    const former = this.#current.get(keyOf(alarm))
    if (former) this.#former.push(former)
    const events = [this.#event({ type: 'raised' })]
    this.#current.set(keyOf(alarm), { alarm, id: null, events })
  }

  /** The alarm of a point makes a step; why it cannot, else null. */
  step(
    point: PointName,
    taken: OccurrenceStep,
    details: EventDetails,
    more: Partial<NewAlarm> = {},
  ): RefusedStep | null {
    const draft = this.#draftOf(point)
    if (!draft) return 'ended'
    const next = step(occurrenceOf(draft.alarm), taken)
    if (typeof next === 'string') return next
    draft.alarm = {
      ...draft.alarm,
      ...more,
      hidden: next.hidden,
      returnedAt: next.isPresent ? null : (more.returnedAt ?? draft.alarm.returnedAt ?? this.#now),
      endedAt: next.isEnded ? this.#now : null,
    }
    draft.events.push(this.#event(details))
    return null
  }

  /** Something is written beside an alarm that changes nothing of its state. */
  annotate(point: PointName, details: EventDetails, more: Partial<NewAlarm> = {}): void {
    const draft = this.#draftOf(point)
    if (!draft) return
    draft.alarm = { ...draft.alarm, ...more }
    draft.events.push(this.#event(details))
  }

  async write(transaction: Transaction<DB>): Promise<void> {
    const drafts = [...this.#former, ...this.#current.values()]
    const fresh = drafts.filter(({ id }) => id === null)
    const newAlarms = fresh.map(({ alarm }) => alarm)
    const ids = await insertAlarms(transaction, newAlarms)
    // The answer to a former try was lost, or a start evaluates again: it is as it is stored.
    const existing = newAlarms.filter((alarm) => !ids.has(beginningOf(alarm)))
    const former = await readAlarmsOf(transaction, existing)
    const written = drafts.flatMap(({ alarm, id, events }) => {
      const storedId = id ?? ids.get(beginningOf(alarm))
      return storedId === undefined ? [] : [{ alarm: { ...alarm, id: storedId }, events, id }]
    })
    await updateAlarms(
      transaction,
      written.flatMap(({ alarm, id }) => (id === null ? [] : [alarm])),
    )
    await insertEvents(
      transaction,
      written.flatMap(({ alarm, events }) =>
        events.map((event) => ({ ...event, alarmId: alarm.id })),
      ),
    )
    this.#stored = [...former, ...written.map(({ alarm }) => alarm)]
  }

  /** After the transaction: devices whose alarms are others now. */
  apply(): ReadonlySet<number> {
    for (const alarm of this.#stored) this.#open.set(alarm)
    return new Set(this.#stored.map(({ deviceId }) => deviceId))
  }

  get isEmpty(): boolean {
    return this.#current.size === 0
  }

  /** Of the alarms that were there before and are changed. */
  get ids(): readonly number[] {
    return [...this.#former, ...this.#current.values()].flatMap(({ id }) => id ?? [])
  }

  #draftOf(point: PointName): Draft | undefined {
    const present = this.#current.get(keyOf(point))
    if (present) return present
    const alarm = this.#open.of(point)
    if (!alarm) return undefined
    const draft = { alarm, id: alarm.id, events: [] }
    this.#current.set(keyOf(point), draft)
    return draft
  }

  #event({ type, userId = null, comment = '' }: EventDetails): Omit<NewEvent, 'alarmId'> {
    return { type, at: this.#now, userId, comment }
  }
}
