import type { Sensor } from '#kit/model/sensor.ts'
import { storableText } from '#kit/server/postgres/storable-text.ts'
import type { AlarmValue } from '../evaluation/checks/check.ts'
import type { PointName, PointTransition } from '../evaluation/evaluated-point.ts'
import type { NewAlarm } from './alarm-row.ts'
import { causeOf } from './cause.ts'
import type { AlarmChanges, EventDetails } from './changes.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { isSuppressed, settleSuppression, type SuppressingRules } from './suppression.ts'

export interface TransitionServices {
  readonly open: OpenAlarms
  readonly rules: SuppressingRules
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
    changes.begin(newAlarm(services, changes, transition), transition.takenAt ?? null)
  else return
  const dependents = services.rules.dependentsOf(of.origin)
  if (dependents.size > 0)
    settleSuppression(services.rules, changes, of.deviceId, ({ origin }) => dependents.has(origin))
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
  const isHidden = changes !== null && isSuppressed(services.rules, changes, of)
  return {
    ...{ origin, deviceId, sensorId, ruleName: rule.name },
    priority: rule.priority === 'journal' ? 0 : rule.priority,
    isLatching: rule.isLatching,
    ...{ cause: causeOf(rule, sensor), message: rule.message, value: storable(value) },
    ...{ since, raisedAt: at },
    ...{ returnedAt: null, acknowledgedAt: null, acknowledgedBy: null, acknowledgement: '' },
    ...{ assignedTo: null, isLate: false, endedAt: null },
    hidden: shelf?.kind ?? (isHidden ? 'suppressed' : null),
  }
}

const storable = (value: AlarmValue): AlarmValue =>
  typeof value === 'string' ? storableText(value) : value

/** The shelf of a source has ended: its alarm is shown, unless another one suppresses it. */
export function showUnlessSuppressed(
  services: TransitionServices,
  changes: AlarmChanges,
  point: PointName,
  details: EventDetails,
): void {
  const isHidden = isSuppressed(services.rules, changes, point)
  changes.step(point, isHidden ? { type: 'hide', reason: 'suppressed' } : { type: 'show' }, details)
  // Who looks back sees that it was not shown from then on.
  if (isHidden && changes.of(point)) changes.annotate(point, { type: 'suppressed' })
}
