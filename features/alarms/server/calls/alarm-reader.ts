import type { Sensor } from '#kit/model/sensor.ts'
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

  /** Ids of the rules that count for a sensor, of all that are enabled. */
  rulesOf(sensor: Sensor): readonly number[] {
    const { index } = this.#services.alarms.rules
    return index
      .rulesOf(sensor)
      .flatMap(({ origin }) => (/^\d+$/.test(origin) ? Number(origin) : []))
  }

  /** How often each sensor, or device, alarmed: the most frequent ones, at most `limit`. */
  mostOften(scope: AlarmScope, by: 'sensor' | 'device', limit: number) {
    return countBySource(this.#services.sql, scope, { by, limit })
  }

  /**
   * Those that are there now or that somebody still has to see, of these devices, and of these
   * sensors alone where they are named: the most important ones, at most `limit`, and how many
   * there are.
   */
  async active(
    { deviceIds, sensorIds }: Pick<AlarmScope, 'deviceIds' | 'sensorIds'>,
    limit: number,
  ): Promise<{ readonly alarms: readonly Alarm[]; readonly total: number }> {
    const devices = new Set(deviceIds)
    const sensors = sensorIds && new Set(sensorIds)
    const active = [...this.#services.alarms.open.all()].filter(
      ({ deviceId, sensorId, hidden, priority }) =>
        devices.has(deviceId) &&
        (sensors === null || (sensorId !== null && sensors.has(sensorId))) &&
        hidden === null &&
        priority !== 0,
    )
    const shown = active.toSorted(byImportance).slice(0, limit)
    return { alarms: await describeAlarms(this.#services, shown), total: active.length }
  }
}
