import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { AlarmRecord } from '../analysis/alarm-record.ts'
import type { AlarmEngineServices } from '../engine-services.ts'
import type { StoredAlarm } from './alarm-row.ts'
import type { AlarmRegister } from './alarm-register.ts'
import { insertEvents, readOpenAlarmsWithIds, updateAlarms } from './alarms-store.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { readShelves } from './shelves-store.ts'

/** Between two tries while the database does not answer. */
const retryMs = 1_000

interface RenumberedServices extends Pick<AlarmEngineServices, 'sql' | 'bus' | 'clock' | 'log'> {
  readonly open: OpenAlarms
  readonly register: AlarmRegister
  readonly record: Pick<AlarmRecord, 'reread'>
}

/**
 * A sensor whose readings were deleted for good has another number, and its alarms and shelves have
 * it too. What it is evaluated by begins anew: `removed`, open alarms of numbers that are gone, are
 * withdrawn where they are still stored; its shelves go on.
 */
export function followRenumbered(
  services: RenumberedServices,
  deviceId: number,
  removed: readonly StoredAlarm[],
): void {
  const { sql, open, register, record, bus, log } = services
  const follow = async () => {
    const ended = await withdrawStored(services, removed)
    for (const alarm of ended) open.set(alarm)
    for (const shelf of await readShelves(sql))
      if (shelf.deviceId === deviceId) open.setShelf(shelf)
    if (ended.length > 0) bus.emit('alarmsChanged', { deviceIds: new Set([deviceId]) })
  }
  const followNow = (): void => {
    register
      .afterwards(follow)
      .then(() => record.reread(deviceId))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'alarms and shelves of a new number could not be looked for')
        // Later, so that what happens to alarms meanwhile is stored.
        if (isTransientFailure(error) && !register.isClosed) setTimeout(followNow, retryMs).unref()
      })
  }
  followNow()
}

/** Those of the alarms that were still open, as they are now. */
async function withdrawStored(
  { sql, clock }: RenumberedServices,
  alarms: readonly StoredAlarm[],
): Promise<readonly StoredAlarm[]> {
  if (alarms.length === 0) return []
  return sql.transaction().execute(async (transaction) => {
    const at = clock()
    const ids = alarms.map(({ id }) => id)
    const open = await readOpenAlarmsWithIds(transaction, ids)
    const ended = open.map((alarm) => ({
      ...alarm,
      returnedAt: alarm.returnedAt ?? at,
      endedAt: at,
    }))
    await updateAlarms(transaction, ended)
    const event = { type: 'withdrawn', at, userId: null, comment: '' } as const
    await insertEvents(
      transaction,
      ended.map(({ id }) => ({ ...event, alarmId: id })),
    )
    return ended
  })
}
