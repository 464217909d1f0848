import type { Kysely, Transaction } from 'kysely'
import { AppError, type FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Audit, AuditOrigin } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  configurationErrors,
  configurationOf,
  fieldsWithoutEffect,
  isSameField,
  type ConfigurationChange,
  type ConfigurationErrors,
  type ConfigurationField,
} from '../../contract/configuration.ts'
import { auditOf } from './configuration-audit.ts'
import { lockSensors, writeSensors } from './configuration-store.ts'

export interface ConfigureServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

export interface ConfigurationRequest {
  readonly changes: readonly ConfigurationChange[]
  readonly origin: AuditOrigin
  /** Whether whoever asks may change this sensor. */
  readonly mayChange: (sensor: Sensor) => boolean
}

/** A sensor before and after its change. */
export interface Configured {
  readonly before: Sensor
  readonly after: Sensor
}

/**
 * Changes all of these sensors or none, with one entry in the audit; the sensors as they are then.
 * Throws `invalid` with everything that is wrong, `conflict` with the fields that somebody else
 * has changed meanwhile. Whatever is as asked for already is no change.
 */
export async function configure(
  { sql, audit }: ConfigureServices,
  { changes, origin, mayChange }: ConfigurationRequest,
): Promise<readonly Sensor[]> {
  return sql.transaction().execute(async (transaction) => {
    const sensors = await validated(transaction, changes, mayChange)
    const changed = sensors.filter(
      ({ before, after }) => !isSameField(configurationOf(before), configurationOf(after)),
    )
    if (changed.length > 0) {
      await writeSensors(
        transaction,
        changed.map(({ after }) => after),
      )
      await audit(transaction, origin, auditOf(changed))
    }
    return sensors.map(({ after }) => after)
  })
}

async function validated(
  transaction: Transaction<DB>,
  changes: readonly ConfigurationChange[],
  mayChange: (sensor: Sensor) => boolean,
): Promise<readonly Configured[]> {
  const ids = changes.map(({ id }) => id)
  const sensors = await lockSensors(transaction, ids)
  const invalid: Record<string, FieldError[]> = {}
  const conflicts: Record<string, FieldError[]> = {}
  const configured = changes.flatMap((change, index) => {
    const sensor = sensors.get(change.id)
    const isRepeated = ids.indexOf(change.id) !== index
    if (!sensor || !mayChange(sensor) || isRepeated) {
      invalid[`changes.${index}.id`] = [fieldError(isRepeated ? 'repeated' : 'unknown_sensor')]
      return []
    }
    const after: Sensor = Object.assign({}, sensor, { isNew: false }, change.after)
    addProblem(invalid, index, {
      ...lacking(change),
      ...configurationErrors(configurationOf(after)),
      ...fieldsWithoutEffect(after, changedFields(sensor, change)),
    })
    addProblem(conflicts, index, conflictOf(sensor, change))
    return [{ before: sensor, after }]
  })
  throwIfAny('invalid', invalid)
  throwIfAny('conflict', conflicts)
  return configured
}

/** What becomes something else than it is. */
function changedFields(sensor: Sensor, { after }: ConfigurationChange) {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !isSameField(sensor[field as ConfigurationField], value),
    ),
  )
}

/** Fields without the value that they were seen to have. */
function lacking({ before, after }: ConfigurationChange): ConfigurationErrors {
  const fields = Object.keys(after).filter((field) => !Object.hasOwn(before, field))
  return Object.fromEntries(fields.map((field) => [field, fieldError('required')]))
}

/** Fields that are neither what they were seen to be nor what they shall become. */
function conflictOf(sensor: Sensor, { before, after }: ConfigurationChange): ConfigurationErrors {
  const fields = (Object.keys(after) as ConfigurationField[]).filter(
    (field) =>
      !isSameField(sensor[field], before[field]) && !isSameField(sensor[field], after[field]),
  )
  return Object.fromEntries(fields.map((field) => [field, fieldError('changed_meanwhile')]))
}

function addProblem(
  errors: Record<string, FieldError[]>,
  index: number,
  found: ConfigurationErrors,
): void {
  for (const [field, error] of Object.entries(found))
    errors[`changes.${index}.after.${field}`] = [error]
}

function throwIfAny(code: 'invalid' | 'conflict', errors: FieldErrors): void {
  const fields = Object.keys(errors)
  if (fields.length === 0) return
  const message =
    code === 'invalid' ? 'is not accepted' : 'has been changed by somebody else meanwhile'
  throw new AppError(code, `${fields[0]} ${message}`, { errors })
}
