import type { Kysely } from 'kysely'
import type { Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readAlarmsWithIds } from './alarms-store.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { readShelves } from './shelves-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly open: OpenAlarms
  readonly bus: Pick<Bus, 'emit'>
}

/**
 * Changes that may be stored although their transaction failed, as the connection was lost behind
 * the commit. Until they are read again what is in memory would be written over them.
 */
export class UncertainChanges {
  readonly #services: Services
  #ids = new Set<number>()
  #isAny = false

  constructor(services: Services) {
    this.#services = services
  }

  get isAny(): boolean {
    return this.#isAny
  }

  /** A change of these alarms, and perhaps of shelves. */
  add(alarmIds: Iterable<number>): void {
    for (const id of alarmIds) this.#ids.add(id)
    this.#isAny = true
  }

  /** Alarms and shelves are as they are stored; rejects while they cannot be read. */
  async settle(): Promise<void> {
    if (!this.#isAny) return
    const { sql, open, bus } = this.#services
    const alarms = await readAlarmsWithIds(sql, [...this.#ids])
    open.replaceShelves(await readShelves(sql))
    for (const alarm of alarms) open.set(alarm)
    this.#ids.clear()
    this.#isAny = false
    bus.emit('alarmsChanged', { deviceIds: new Set(alarms.map(({ deviceId }) => deviceId)) })
  }
}
