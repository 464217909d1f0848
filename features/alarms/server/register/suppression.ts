import type { BaseLogger } from 'pino'
import type { PointName } from '../evaluation/evaluated-point.ts'
import type { AlarmOrigin } from '../rules/planned-rule.ts'
import type { AlarmRegister } from './alarm-register.ts'
import type { StoredAlarm } from './alarm-row.ts'
import type { AlarmChanges } from './changes.ts'
import type { OpenAlarms } from './open-alarms.ts'

/** Which rules suppress which. */
export interface SuppressingRules {
  /** Rules that show no alarm while this one has one on the same device. */
  dependentsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin>
  /** Rules while whose alarms this one shows none. */
  suppressorsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin>
}

const isPresent = ({ returnedAt }: Pick<StoredAlarm, 'returnedAt'>) => returnedAt === null

/** Whether an alarm of this source is not to be shown, with the changes so far. */
export function isSuppressed(
  rules: Pick<SuppressingRules, 'suppressorsOf'>,
  changes: AlarmChanges,
  { origin, deviceId }: Pick<PointName, 'origin' | 'deviceId'>,
): boolean {
  const suppressors = rules.suppressorsOf(origin)
  if (suppressors.size === 0) return false
  return changes.ofDevice(deviceId, (point) => suppressors.has(point.origin)).some(isPresent)
}

/**
 * Hides those alarms of a device that another one suppresses, and shows the others again. What has
 * passed stays as it is until somebody has seen it, or has reset it.
 */
export function settleSuppression(
  rules: Pick<SuppressingRules, 'suppressorsOf'>,
  changes: AlarmChanges,
  deviceId: number,
  isAffected: (point: PointName) => boolean = () => true,
): void {
  for (const alarm of changes.ofDevice(deviceId, isAffected)) {
    const isHidden = isSuppressed(rules, changes, alarm)
    if (isHidden && alarm.hidden === null && isPresent(alarm))
      changes.step(alarm, { type: 'hide', reason: 'suppressed' }, { type: 'suppressed' })
    else if (!isHidden && alarm.hidden === 'suppressed')
      changes.step(alarm, { type: 'show' }, { type: 'released' })
  }
}

const notFollowed = 'what suppresses alarms could not be followed; trying again'

interface Services {
  readonly open: Pick<OpenAlarms, 'all' | 'ofDevice'>
  readonly rules: Pick<SuppressingRules, 'suppressorsOf'>
  readonly register: Pick<AlarmRegister, 'change'>
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * Follows what changes beside the alarms themselves: which rule suppresses which, and alarms that
 * are gone with their rule or their sensor. Without that what they suppressed would stay hidden.
 */
export class Suppression {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** Part of a change: alarms of these devices are hidden and shown as they are to be by it. */
  within(changes: AlarmChanges, deviceIds: Iterable<number>): void {
    for (const id of new Set(deviceIds)) settleSuppression(this.#services.rules, changes, id)
  }

  /** Hides and shows what is to be; a failure is logged, and the next call retries it. */
  async settle(): Promise<void> {
    const { register, log } = this.#services
    const deviceIds = this.#unsettled()
    if (deviceIds.size === 0) return
    const settle = (changes: AlarmChanges) => this.within(changes, deviceIds)
    await register
      .change(settle, async () => undefined)
      .catch((error: unknown) => log.warn({ err: error }, notFollowed))
  }

  /** Devices of alarms that are hidden, or shown, and are not to be. */
  #unsettled(): ReadonlySet<number> {
    const { open, rules } = this.#services
    const origins = new Map<number, ReadonlySet<AlarmOrigin>>()
    const presentAt = (deviceId: number) => {
      const found = origins.get(deviceId) ?? originsOf([...open.ofDevice(deviceId)])
      origins.set(deviceId, found)
      return found
    }
    const isWrong = ({ origin, deviceId, hidden }: StoredAlarm) => {
      const suppressors = rules.suppressorsOf(origin)
      if (suppressors.size === 0) return hidden !== null
      const present = presentAt(deviceId)
      return [...suppressors].some((each) => present.has(each)) !== (hidden !== null)
    }
    const following = [...open.all()].filter(
      (alarm) => isPresent(alarm) && (alarm.hidden ?? 'suppressed') === 'suppressed',
    )
    return new Set(following.filter(isWrong).map(({ deviceId }) => deviceId))
  }
}

const originsOf = (alarms: readonly StoredAlarm[]) =>
  new Set(alarms.filter(isPresent).map(({ origin }) => origin))
