import type { Alarm } from '../../contract/alarm.ts'
import { countBySource, readScope, type AlarmScope } from './alarm-reader-store.ts'
import { describeAlarms } from './describe.ts'
import { byImportance } from './list-handlers.ts'
import type { AlarmCallServices } from './services.ts'

type Services = Pick<AlarmCallServices, 'sql' | 'accounts' | 'catalogue' | 'alarms'>

/** What other features read of alarms; whose devices a person may see, they decide. */
export class AlarmReader {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** The newest ones, at most `limit`, and how many there are; without those of the journal. */
  async list(
    scope: AlarmScope,
    limit: number,
  ): Promise<{ readonly alarms: readonly Alarm[]; readonly total: number }> {
    const { alarms, total } = await readScope(this.#services.sql, scope, limit)
    return { alarms: await describeAlarms(this.#services, alarms), total }
  }

  /** How often each sensor, or device, alarmed: the most frequent ones, at most `limit`. */
  mostOften(scope: AlarmScope, by: 'sensor' | 'device', limit: number) {
    return countBySource(this.#services.sql, scope, { by, limit })
  }

  /** Those that are there now or that somebody still has to see, the most important first. */
  async active(deviceIds: ReadonlySet<number>): Promise<readonly Alarm[]> {
    const active = [...this.#services.alarms.open.all()].filter(
      ({ deviceId, hidden, priority }) =>
        deviceIds.has(deviceId) && hidden === null && priority !== 0,
    )
    return describeAlarms(this.#services, active.toSorted(byImportance))
  }
}
