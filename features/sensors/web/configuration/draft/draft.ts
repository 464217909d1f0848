import {
  configurationErrors,
  configurationOf,
  hasEffect,
  isSameField,
  type Configuration,
  type ConfigurationChange,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'

/** What was typed and cannot be a value of its field. */
export interface Unreadable {
  readonly text: string
  readonly error: FieldError
}

/** What somebody has changed of one sensor and not saved. */
export interface SensorDraft {
  /** As the server has it, as this page received it last. */
  readonly sensor: Sensor
  /** The changed fields as they were when they were changed. */
  readonly before: Partial<Configuration>
  readonly after: Partial<Configuration>
  readonly unreadable: Readonly<Partial<Record<ConfigurationField, Unreadable>>>
  /** Why the server refused a field as it is here. */
  readonly refused: Readonly<Partial<Record<ConfigurationField, FieldError>>>
}

/** Unsaved changes by sensor id. */
export type Draft = ReadonlyMap<number, SensorDraft>

const untouched = (sensor: Sensor): SensorDraft => ({
  ...{ sensor, before: {}, after: {}, unreadable: {}, refused: {} },
})

/** Without the field whatever was done to it. */
function without(entry: SensorDraft, field: ConfigurationField): SensorDraft {
  const rest = <Fields extends object>(fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)) as Fields
  const { sensor, before, after, unreadable, refused } = entry
  return {
    sensor,
    ...{ before: rest(before), after: rest(after) },
    ...{ unreadable: rest(unreadable), refused: rest(refused) },
  }
}

function put(draft: Draft, entry: SensorDraft): Draft {
  const next = new Map(draft)
  const isTouched = fieldsOf(entry).length > 0
  if (isTouched) next.set(entry.sensor.id, entry)
  else next.delete(entry.sensor.id)
  return next
}

/** Fields of which something is not saved. */
export function fieldsOf({ after, unreadable }: SensorDraft): readonly ConfigurationField[] {
  return [...new Set([...Object.keys(after), ...Object.keys(unreadable)])] as ConfigurationField[]
}

/** The draft with another value of a field; what the server has already is no change. */
export function withValue<Field extends ConfigurationField>(
  draft: Draft,
  sensor: Sensor,
  field: Field,
  value: Configuration[Field],
): Draft {
  const entry = draft.get(sensor.id) ?? untouched(sensor)
  const cleared = without(entry, field)
  if (isSameField(value, entry.sensor[field])) return put(draft, cleared)
  const seen = Object.hasOwn(entry.before, field) ? entry.before[field] : entry.sensor[field]
  return put(draft, {
    ...cleared,
    before: { ...cleared.before, [field]: seen },
    after: { ...cleared.after, [field]: value },
  })
}

/** The draft with other values of many fields. */
export function withValues(
  draft: Draft,
  changes: readonly {
    readonly sensor: Sensor
    readonly field: ConfigurationField
    readonly value: unknown
  }[],
): Draft {
  const next = new Map(draft)
  for (const { sensor, field, value } of changes) {
    const entry = next.get(sensor.id)
    const one = new Map(entry ? [[sensor.id, entry]] : [])
    const after = withValue(one, sensor, field, value as never).get(sensor.id)
    if (after) next.set(sensor.id, after)
    else next.delete(sensor.id)
  }
  return next
}

/** The draft with a text that cannot be a value of the field. */
export function withUnreadable(
  draft: Draft,
  sensor: Sensor,
  field: ConfigurationField,
  unreadable: Unreadable,
): Draft {
  const cleared = without(draft.get(sensor.id) ?? untouched(sensor), field)
  return put(draft, { ...cleared, unreadable: { ...cleared.unreadable, [field]: unreadable } })
}

/** The field as the server has it. */
export function withoutField(draft: Draft, sensorId: number, field: ConfigurationField): Draft {
  const entry = draft.get(sensorId)
  return entry ? put(draft, without(entry, field)) : draft
}

/** What somebody else made of the field meanwhile is seen, and is to be overwritten. */
export function overwriteWithOwn(draft: Draft, sensorId: number, field: ConfigurationField): Draft {
  const entry = draft.get(sensorId)
  if (!entry) return draft
  const { [field]: _, ...refused } = entry.refused
  return put(draft, {
    ...entry,
    refused,
    before: { ...entry.before, [field]: entry.sensor[field] },
  })
}

/** The same changes of sensors as they are now; a change that is true already is none. */
export function withSensors(draft: Draft, sensors: readonly Sensor[]): Draft {
  let next = draft
  for (const sensor of sensors) {
    const entry = next.get(sensor.id)
    if (!entry || entry.sensor === sensor) continue
    const fields = Object.keys(entry.after) as ConfigurationField[]
    const done = fields.filter((field) => isSameField(sensor[field], entry.after[field]))
    const left = done.reduce(without, entry)
    next = put(next, { ...left, sensor })
  }
  return next
}

/** With why the server refused fields as they are here. */
export function withRefused(
  draft: Draft,
  refused: readonly {
    readonly sensorId: number
    readonly field: ConfigurationField
    readonly error: FieldError
  }[],
): Draft {
  let next = draft
  for (const { sensorId, field, error } of refused) {
    const entry = next.get(sensorId)
    if (!entry || isConflicting(entry, field)) continue
    next = put(next, { ...entry, refused: { ...entry.refused, [field]: error } })
  }
  return next
}

/** Whether the field is neither what it was when it was changed nor what it is to become. */
export function isConflicting(
  { sensor, before, after }: SensorDraft,
  field: ConfigurationField,
): boolean {
  if (!Object.hasOwn(after, field)) return false
  return !isSameField(sensor[field], before[field]) && !isSameField(sensor[field], after[field])
}

/** The sensor as it would be. */
export function drafted(sensor: Sensor, entry: SensorDraft | undefined): Sensor {
  return entry ? Object.assign({}, sensor, entry.after) : sensor
}

/** What is wrong with each field: why it cannot be saved as it is. */
export function errorsOf(
  entry: SensorDraft,
): Readonly<Partial<Record<ConfigurationField, FieldError>>> {
  const sensor = drafted(entry.sensor, entry)
  const unreadable = Object.entries(entry.unreadable).map(([field, { error }]) => [field, error])
  const conflicting = fieldsOf(entry)
    .filter((field) => isConflicting(entry, field))
    .map((field) => [field, { code: 'changed_meanwhile', parameters: {} }])
  const effective = Object.fromEntries(
    Object.entries(entry.refused).filter(([field]) =>
      hasEffect[field as ConfigurationField](sensor),
    ),
  )
  return {
    ...configurationErrors(configurationOf(sensor)),
    ...effective,
    ...Object.fromEntries(conflicting),
    ...Object.fromEntries(unreadable),
  }
}

/** What is sent to be saved. A sensor that somebody has decided about is new no more. */
export function changesOf(draft: Draft): readonly ConfigurationChange[] {
  return [...draft.values()].map(({ sensor, before, after }) => {
    const isLookedAt = sensor.isNew && !Object.hasOwn(after, 'isNew')
    return {
      id: sensor.id,
      before: { ...before, ...(isLookedAt ? { isNew: true } : {}) },
      after: { ...after, ...(isLookedAt ? { isNew: false } : {}) },
    }
  })
}

/** The changes that undo these. */
export function reversed(changes: readonly ConfigurationChange[]): readonly ConfigurationChange[] {
  return changes.map(({ id, before, after }) => ({
    id,
    before: after,
    after: before as Partial<Configuration>,
  }))
}
