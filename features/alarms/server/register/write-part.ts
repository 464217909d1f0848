import type { Kysely } from 'kysely'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'
import type { LateRun } from '../evaluation/late-runs.ts'
import { AlarmChanges } from './changes.ts'
import { storeLateAlarms, type LateAlarm } from './late-alarms-store.ts'
import { deleteShelves } from './shelves-store.ts'
import {
  applyTransition,
  newAlarm,
  showUnlessSuppressed,
  type TransitionServices,
} from './transitions.ts'
import type { Part } from './waiting-alarms.ts'

export interface WritingServices extends TransitionServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  /** Whether its sensor or device exists: what is gone can have no alarm. */
  readonly isThere: (point: PointName) => boolean
}

/**
 * Writes what happened in one transaction; resolves with what it changed, which nobody sees yet.
 * Where it fails it may be stored all the same: `uncertain` gets the alarms that were there before,
 * to which nothing is to happen twice.
 */
export async function writePart(
  services: WritingServices,
  { transitions, late }: Part,
  uncertain: (alarmIds: readonly number[]) => void,
): Promise<AlarmChanges> {
  const { sql, open, clock, isThere } = services
  const changes = new AlarmChanges(open, clock())
  for (const transition of transitions.filter(({ of }) => isThere(of)))
    applyTransition(services, changes, transition)
  const used = transitions.filter(
    ({ type, of }) => type === 'return' && open.shelfOf(of)?.isOneShot,
  )
  // What came together with the end of the alarm was hidden by the shelf that ended with it.
  for (const { of } of used) showUnlessSuppressed(services, changes, of, { type: 'unshelved' })
  try {
    await sql.transaction().execute(async (transaction) => {
      await changes.write(transaction)
      await storeLateAlarms(
        transaction,
        late.filter(({ of }) => isThere(of)).map((each) => lateAlarm(services, each)),
      )
      await deleteShelves(
        transaction,
        used.map(({ of }) => of),
      )
    })
  } catch (error) {
    if (isTransientFailure(error)) uncertain(changes.ids)
    throw error
  }
  for (const { of } of used) open.removeShelf(of)
  return changes
}

/** What late readings would have raised: recorded as ended, and seen by those who look back. */
function lateAlarm(
  services: WritingServices,
  { of, since, until, value, goesOnAt }: LateRun,
): LateAlarm {
  const transition = { of, type: 'raise', since, at: since, value } as const
  const alarm = newAlarm(services, null, transition)
  const ended = { hidden: null, isLate: true, returnedAt: until, endedAt: until }
  return { alarm: { ...alarm, ...ended }, goesOnAt }
}
