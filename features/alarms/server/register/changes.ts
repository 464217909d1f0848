import type { Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { AlarmEvent } from '../../contract/alarm.ts'
import { step, type OccurrenceStep, type RefusedStep } from '../../contract/state/occurrence.ts'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import { beginningOf, occurrenceOf, type NewAlarm, type StoredAlarm } from './alarm-row.ts'
import { insertEvents, updateAlarms, type NewEvent } from './alarms-store.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { withoutBriefShowing } from './brief-showing.ts'
import { insertBegun, type BegunAlarm } from './insert-begun.ts'

/** Who did something, and what they wrote. */
export interface EventDetails {
  readonly type: AlarmEvent['type']
  readonly userId?: number | null
  readonly comment?: string
}

interface Step {
  readonly taken: OccurrenceStep
  readonly details: EventDetails
  readonly more: Partial<NewAlarm>
}

interface Draft extends BegunAlarm {
  /** null: it is not stored yet. */
  readonly id: number | null
  readonly events: Omit<NewEvent, 'alarmId'>[]
  /** What the alarm made here, in its order. */
  readonly steps: Step[]
}

/** An alarm with an id, and what happened to it that is not stored. */
interface Written {
  readonly alarm: StoredAlarm
  readonly events: Draft['events']
  readonly isNew: boolean
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
  /** Points at which alarms have begun here, by device and key. */
  readonly #begunOf = new Map<number, Map<string, PointName>>()
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

  /** Alarms of a device with the changes so far, also those that have begun here. */
  ofDevice(deviceId: number, isOne: (point: PointName) => boolean): readonly NewAlarm[] {
    const points = new Map<string, PointName>()
    for (const some of [this.#open.ofDevice(deviceId), this.#begunOf.get(deviceId)?.values() ?? []])
      for (const point of some) if (isOne(point)) points.set(keyOf(point), point)
    return [...points.values()].flatMap((point) => this.of(point) ?? [])
  }

  /**
   * A new alarm, in the place of one of the same point that nobody has acknowledged yet; `takenAt`:
   * when the server noticed it, ms UTC; null: it may have been stored before.
   */
  begin(alarm: NewAlarm, takenAt: number | null): void {
    if (this.of(alarm)) this.step(alarm, { type: 'supersede' }, { type: 'superseded' })
    const former = this.#current.get(keyOf(alarm))
    if (former) this.#former.push(former)
    const events = [this.#event({ type: 'raised' })]
    this.#current.set(keyOf(alarm), { alarm, id: null, takenAt, events, steps: [] })
    const begun = this.#begunOf.get(alarm.deviceId) ?? new Map<string, PointName>()
    this.#begunOf.set(alarm.deviceId, begun.set(keyOf(alarm), alarm))
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
    const made = { taken, details, more }
    const next = this.#stepped(draft.alarm, made)
    if (typeof next === 'string') return next
    draft.alarm = next
    // Between two steps that become true together nobody was shown it.
    if (details.type === 'suppressed' && draft.events.at(-1)?.type === 'released')
      draft.events.pop()
    else draft.events.push(this.#event(details))
    draft.steps.push(made)
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
    const begun = drafts.filter(({ id }) => id === null)
    const { ids, stored } = await insertBegun(transaction, begun)
    const fresh = new Map(begun.map((draft) => [beginningOf(draft.alarm), draft]))
    const written = [
      ...stored.map((alarm) => this.#caughtUp(alarm, fresh.get(beginningOf(alarm))?.steps ?? [])),
      ...drafts.flatMap(({ alarm, id, events }): Written[] => {
        const storedId = id ?? ids.get(beginningOf(alarm))
        const isNew = id === null
        return storedId === undefined ? [] : [{ alarm: { ...alarm, id: storedId }, events, isNew }]
      }),
    ]
    await updateAlarms(
      transaction,
      written.flatMap(({ alarm, events, isNew }) => (isNew || events.length === 0 ? [] : [alarm])),
    )
    const events = written.flatMap((each) =>
      each.events.map((event) => ({ ...event, alarmId: each.alarm.id })),
    )
    await insertEvents(transaction, await withoutBriefShowing(transaction, events, this.#now))
    this.#stored = written.map(({ alarm }) => alarm)
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

  /**
   * An alarm that is stored already, since the answer to a former try was lost or a start evaluates
   * again: what happened since then may not be.
   */
  #caughtUp(stored: StoredAlarm, steps: readonly Step[]): Written {
    let alarm = stored
    const events: Draft['events'] = []
    for (const made of steps) {
      const { taken, details } = made
      if (taken.type === 'hide' && taken.reason === alarm.hidden) continue
      const next = this.#stepped(alarm, made)
      if (typeof next === 'string') continue
      alarm = { ...next, id: stored.id }
      events.push(this.#event(details))
    }
    return { alarm, events, isNew: false }
  }

  /** The alarm after this step; why it is not possible. */
  #stepped(alarm: NewAlarm, { taken, more }: Step): NewAlarm | RefusedStep {
    const next = step(occurrenceOf(alarm), taken)
    if (typeof next === 'string') return next
    return {
      ...alarm,
      ...more,
      hidden: next.hidden,
      returnedAt: next.isPresent
        ? null
        : Math.max(alarm.since, more.returnedAt ?? alarm.returnedAt ?? this.#now),
      endedAt: next.isEnded ? this.#now : null,
    }
  }

  #draftOf(point: PointName): Draft | undefined {
    const present = this.#current.get(keyOf(point))
    if (present) return present
    const alarm = this.#open.of(point)
    if (!alarm) return undefined
    const draft = { alarm, id: alarm.id, takenAt: null, events: [], steps: [] }
    this.#current.set(keyOf(point), draft)
    return draft
  }

  #event({ type, userId = null, comment = '' }: EventDetails): Omit<NewEvent, 'alarmId'> {
    return { type, at: this.#now, userId, comment }
  }
}
