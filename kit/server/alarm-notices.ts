import type { Kysely, Transaction } from 'kysely'
import type { Locale } from '#kit/model/locale.ts'
import type { DB } from './postgres-schema.ts'

/** An alarm as it is reported outside; moments in ms UTC. */
export interface NoticedAlarm {
  readonly id: number
  readonly priority: number
  readonly deviceId: number
  readonly sensorId: number | null
  readonly ruleName: string
  /** The rule's own text; a language that is left out has none. */
  readonly message: Readonly<Partial<Record<Locale, string>>>
  /** Its limit, for one of the sensor's own. */
  readonly limit: number | null
  readonly isHigh: boolean
  readonly value: number | string | null
  readonly since: number
  readonly raisedAt: number
  readonly returnedAt: number | null
  readonly isAcknowledged: boolean
  /** Whether it is shown among the active ones now. */
  readonly isShown: boolean
}

/** What happened to alarms, for who notifies of them; the feature of alarms answers. */
export interface AlarmNotices {
  /** The number of the last thing that happened; 0: nothing yet. */
  readonly lastEvent: (sql: Kysely<DB>) => Promise<number>
  /**
   * Alarms that came, or are shown again, by events after this one: the next ones, in their order,
   * and the number of the last event that was looked at. What happens is stored one after the
   * other, so none comes later with a smaller number.
   */
  readonly shownAfter: (
    transaction: Transaction<DB>,
    event: number,
  ) => Promise<{ readonly alarmIds: readonly number[]; readonly last: number }>
  /** Those that are there, by their ids. */
  readonly alarms: (
    sql: Kysely<DB> | Transaction<DB>,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, NoticedAlarm>>
}
