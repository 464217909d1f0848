import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Audit, AuditOrigin } from '#kit/server/audit.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { keyProblem } from '#kit/server/documents/document-keys.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { NewCalculation } from '../contract/calculation.ts'
import {
  countSensorsOf,
  deleteCalculation,
  insertCalculated,
  lockCalculations,
  lockDevices,
  readCalculations,
  readSensorsNamed,
  writeCalculation,
  type StoredCalculation,
} from './calculations-store.ts'
import { nameOf } from './graph.ts'
import {
  expressionProblems,
  graphProblems,
  hasRoomFor,
  type Problems,
  type Rights,
} from './validate.ts'
import { refuseOvertaken } from './overtaken.ts'
import { sensorNamed } from './plan.ts'
import { auditOf, snapshot } from './calculation-audit.ts'

interface SaveServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

interface Request {
  readonly calculations: readonly NewCalculation[]
  readonly origin: AuditOrigin
  readonly rights: Rights
}

type ResolvedCalculation = NewCalculation & { readonly device: CatalogueDevice }

/**
 * Adds these calculated sensors, or changes what they are calculated from: all or none, with one
 * entry in the audit. Their ids, in order. Throws `invalid` with everything that is wrong, and
 * `conflict` where one is not any more what it was before.
 */
export async function saveCalculations(
  { sql, audit }: SaveServices,
  { calculations, origin, rights }: Request,
): Promise<number[]> {
  const resolved = resolveDevices(calculations, rights)
  return sql.transaction().execute(async (transaction) => {
    // First, as who removes a device does it: calculations go with it.
    await requireDevices(transaction, resolved)
    await lockCalculations(transaction)
    const stored = await readCalculations(transaction)
    refuseOvertaken(stored, calculations, rights)
    throwIfAny(graphProblems(stored, calculations, rights))
    const present = await presentSensors(transaction, resolved)
    const ids: number[] = []
    for (const each of resolved) {
      const sensor = present.get(`${each.device.id} ${each.key}`)
      const id = sensor?.id ?? (await insertCalculated(transaction, rowOf(each, rights)))
      await writeCalculation(transaction, id, each.expression, each.inputs)
      ids.push(id)
    }
    await audit(transaction, origin, auditOf(calculations, stored))
    return ids
  })
}

/** Ends the calculation of a sensor, with one entry in the audit. */
export async function endCalculation(
  { sql, audit }: SaveServices,
  stored: StoredCalculation,
  origin: AuditOrigin,
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    await lockCalculations(transaction)
    if (!(await deleteCalculation(transaction, stored.sensorId)))
      throw new AppError('not_found', 'There is no such calculation')
    await audit(transaction, origin, {
      ...{ action: 'sensor.end-calculation', entity: 'sensor', entityId: nameOf(stored) },
      ...{ entityName: stored.key, before: snapshot(stored) },
    })
  })
}

function resolveDevices(
  calculations: readonly NewCalculation[],
  rights: Rights,
): ResolvedCalculation[] {
  const problems: Problems = {}
  const names = calculations.map(nameOf)
  const resolved = calculations.flatMap((each, index) => {
    const at = `calculations.${index}`
    const device = rights.catalogue.device(each.thing)
    for (const [field, errors] of Object.entries(expressionProblems(rights, each)))
      problems[`${at}.${field}`] = errors
    if (names.indexOf(nameOf(each)) !== index) problems[`${at}.key`] = [fieldError('repeated')]
    if (device && rights.mayUseDevice(device.id)) return [{ ...each, device }]
    problems[`${at}.thing`] = [fieldError('unknown_device')]
    return []
  })
  throwIfAny(problems)
  return resolved
}

/** Refuses devices that were removed meanwhile; the others stay. */
async function requireDevices(
  transaction: Transaction<DB>,
  resolved: readonly ResolvedCalculation[],
): Promise<void> {
  const ids = [...new Set(resolved.map(({ device }) => device.id))]
  const present = await lockDevices(transaction, ids)
  const problems: Problems = {}
  for (const [index, { device }] of resolved.entries())
    if (!present.has(device.id))
      problems[`calculations.${index}.thing`] = [fieldError('unknown_device')]
  throwIfAny(problems)
}

/** Those of the sensors that exist; refuses those that devices send, and one too many. */
async function presentSensors(
  transaction: Transaction<DB>,
  resolved: readonly ResolvedCalculation[],
) {
  const deviceIds = [...new Set(resolved.map(({ device }) => device.id))]
  const counts = await countSensorsOf(transaction, deviceIds)
  const present = await readSensorsNamed(
    transaction,
    resolved.map(({ device, key }) => ({ deviceId: device.id, key })),
  )
  const added = new Map<number, number>()
  const problems: Problems = {}
  for (const [index, { device, key }] of resolved.entries()) {
    const sensor = present.get(`${device.id} ${key}`)
    const more = (added.get(device.id) ?? 0) + (sensor ? 0 : 1)
    added.set(device.id, more)
    const field = `calculations.${index}.key`
    if (!sensor && keyProblem(key) !== null) problems[field] = [fieldError('unstorable_characters')]
    else if (sensor && !sensor.isCalculated) problems[field] = [fieldError('sensor_of_device')]
    else if (!hasRoomFor(counts.get(device.id) ?? 0, more))
      problems[field] = [fieldError('device_full')]
  }
  throwIfAny(problems)
  return present
}

/** It is expected as often as the input that is expected most often. */
function rowOf(calculation: ResolvedCalculation, { catalogue }: Rights) {
  const { device, key, alias, type, unit, decimals, inputs } = calculation
  const intervals = Object.values(inputs).map(
    (input) => sensorNamed(catalogue, input)?.intervalMs ?? defaultIntervalMs,
  )
  return {
    ...{ deviceId: device.id, key, alias: alias ?? key },
    ...{ type: type ?? 'analog', unit: unit ?? '', decimals: decimals ?? 2 },
    intervalMs: intervals.length === 0 ? defaultIntervalMs : Math.min(...intervals),
  }
}

/** Of a calculated sensor without inputs. */
const defaultIntervalMs = 10_000

function throwIfAny(problems: Problems): void {
  const fields = Object.keys(problems)
  if (fields.length > 0)
    throw new AppError('invalid', `${fields[0]} is not accepted`, { errors: problems })
}
