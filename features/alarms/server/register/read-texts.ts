import type { AlarmEngineServices } from '../engine-services.ts'
import { readOpenAlarms } from './alarms-store.ts'
import type { StoredAlarm } from './alarm-row.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { readShelves } from './shelves-store.ts'

/**
 * Takes what people wrote of open alarms and shelves as it is stored by now: each step of an alarm
 * writes it again. A failure is logged.
 */
export async function readTexts(
  { sql, log }: Pick<AlarmEngineServices, 'sql' | 'log'>,
  open: OpenAlarms,
): Promise<void> {
  try {
    for (const { id, acknowledgement, message } of await readOpenAlarms(sql)) {
      const alarm = open.byId(id)
      if (alarm && textOf(alarm) !== textOf({ acknowledgement, message }))
        open.set({ ...alarm, acknowledgement, message })
    }
    for (const stored of await readShelves(sql)) {
      const shelf = open.shelfOf(stored)
      if (shelf?.at === stored.at) open.setShelf({ ...shelf, reason: stored.reason })
    }
  } catch (error) {
    log.warn({ err: error }, 'the texts of alarms could not be read again')
  }
}

const textOf = ({ acknowledgement, message }: Pick<StoredAlarm, 'acknowledgement' | 'message'>) =>
  JSON.stringify([acknowledgement, Object.entries(message).toSorted()])
