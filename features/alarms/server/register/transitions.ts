import type { Sensor } from '#kit/model/sensor.ts'
import { storableText } from '#kit/server/postgres/storable-text.ts'
import type { AlarmValue } from '../evaluation/check.ts'
import type { PointName, PointTransition } from '../evaluation/evaluated-point.ts'
import type { AlarmOrigin } from '../rules/planned-rule.ts'
import type { NewAlarm, StoredAlarm } from './alarm-row.ts'
import { causeOf } from './cause.ts'
import type { AlarmChanges, EventDetails } from './changes.ts'
import type { OpenAlarms } from './open-alarms.ts'

interface Rules {
  /** Rules that show no alarm while this one has one on the same device. */
  dependentsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin>
  /** Rules while whose alarms this one shows none. */
  suppressorsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin>
}

export interface TransitionServices {
  readonly open: OpenAlarms
  readonly rules: Rules
  readonly sensorOf: (sensorId: number) => Sensor | undefined
}

/** Adds what a transition of a point means for its alarm, and for those that it suppresses. */
export function applyTransition(
  services: TransitionServices,
  changes: AlarmChanges,
  transition: PointTransition,
): void {
  const { of, type, at } = transition
  if (type === 'return')
    changes.step(of, { type: 'return' }, { type: 'returned' }, { returnedAt: at })
  // Evaluated again after a crash: the alarm is stored already.
  else if (changes.of(of)?.returnedAt !== null)
    changes.begin(newAlarm(services, changes, transition))
  else return
  followSuppression(services, changes, transition)
}

/** The alarm that a transition raises, hidden where its source shows none now. */
export function newAlarm(
  services: TransitionServices,
  changes: AlarmChanges | null,
  { of, since, at, value }: PointTransition,
): NewAlarm {
  const { rule, origin, deviceId, sensorId } = of
  const sensor = sensorId === null ? undefined : services.sensorOf(sensorId)
  const shelf = services.open.shelfOf(of)
  const isSuppressed = changes !== null && hasSuppressor(services, changes, of)
  return {
    ...{ origin, deviceId, sensorId, ruleName: rule.name },
    priority: rule.priority === 'journal' ? 0 : rule.priority,
    isLatching: rule.isLatching,
    ...{ cause: causeOf(rule, sensor), message: rule.message, value: storable(value) },
    ...{ since, raisedAt: at },
    ...{ returnedAt: null, acknowledgedAt: null, acknowledgedBy: null, acknowledgement: '' },
    ...{ assignedTo: null, isLate: false, endedAt: null },
    hidden: shelf?.kind ?? (isSuppressed ? 'suppressed' : null),
  }
}

const storable = (value: AlarmValue): AlarmValue =>
  typeof value === 'string' ? storableText(value) : value

function hasSuppressor(
  { open, rules }: TransitionServices,
  changes: AlarmChanges,
  { origin, deviceId }: Pick<PointName, 'origin' | 'deviceId'>,
): boolean {
  const suppressors = rules.suppressorsOf(origin)
  if (suppressors.size === 0) return false
  const isPresent = (alarm: StoredAlarm) => changes.of(alarm)?.returnedAt === null
  for (const alarm of open.ofDevice(deviceId))
    if (suppressors.has(alarm.origin) && isPresent(alarm)) return true
  return changes.someBegun(
    (alarm) =>
      alarm.deviceId === deviceId && suppressors.has(alarm.origin) && alarm.returnedAt === null,
  )
}

/** The shelf of a source has ended: its alarm is shown, unless another one suppresses it. */
export function showUnlessSuppressed(
  services: TransitionServices,
  changes: AlarmChanges,
  point: PointName,
  details: EventDetails,
): void {
  const isSuppressed = hasSuppressor(services, changes, point)
  changes.step(
    point,
    isSuppressed ? { type: 'hide', reason: 'suppressed' } : { type: 'show' },
    details,
  )
  // Who looks back sees that it was not shown from then on.
  if (isSuppressed && changes.of(point)) changes.annotate(point, { type: 'suppressed' })
}

/** Hides what the alarm suppresses, or shows it again. */
function followSuppression(
  services: TransitionServices,
  changes: AlarmChanges,
  { of }: PointTransition,
): void {
  const dependents = services.rules.dependentsOf(of.origin)
  if (dependents.size === 0) return
  for (const alarm of services.open.ofDevice(of.deviceId)) {
    if (!dependents.has(alarm.origin)) continue
    const present = changes.of(alarm)
    if (!present) continue
    const isSuppressed = hasSuppressor(services, changes, { ...of, origin: alarm.origin })
    if (isSuppressed && present.hidden === null)
      changes.step(alarm, { type: 'hide', reason: 'suppressed' }, { type: 'suppressed' })
    else if (!isSuppressed && present.hidden === 'suppressed')
      changes.step(alarm, { type: 'show' }, { type: 'released' })
  }
}
