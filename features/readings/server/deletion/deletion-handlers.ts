import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import {
  deleteSensorReadings,
  listDeletions,
  startDeletion,
  type StoredDeletion,
} from '../../contract/deletions.ts'
import { recordRemovedSensors } from './deletions-store.ts'
import {
  readDeletion,
  readDeletionOf,
  readDeletions,
  renumberSensor,
  requestDeletion,
  type DeletionRow,
} from './listed-store.ts'
import type { ReadingDeletions } from './reading-deletions.ts'

export interface DeletionCallServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly catalogue: Catalogue
  readonly deletions: Pick<ReadingDeletions, 'inProgress' | 'check'>
}

/** The calls about stored readings of what was removed. */
export function registerDeletionRoutes(app: FastifyInstance, services: DeletionCallServices): void {
  const { sql, audit, deletions } = services
  const describe = (row: DeletionRow) => describeDeletion(row, deletions.inProgress)

  serve(app, listDeletions, async ({ caller, query }) => {
    const { rows, total, open } = await readDeletions(sql, ownerOf(caller), query)
    return { data: rows.map(describe), meta: { ...query, total, open } }
  })

  serve(app, startDeletion, async ({ caller, params: { id }, body, request }) => {
    const present = await readDeletion(sql, ownerOf(caller), id)
    if (!present) throw new AppError('not_found', `There is no request ${id}`)
    requireName(body.name, present.sensorName ?? present.deviceName)
    await sql.transaction().execute(async (transaction) => {
      await requestDeletion(transaction, id, caller.userId)
      const about = { entity: 'device', entityId: present.lesiId } as const
      const after = present.sensorKey === null ? {} : { sensor: present.sensorKey }
      await audit(transaction, originOf(request), {
        ...{ action: 'device.delete-readings', ...about, entityName: present.deviceName, after },
      })
    })
    deletions.check()
    return { data: describe((await readDeletion(sql, ownerOf(caller), id)) ?? present) }
  })

  serve(app, deleteSensorReadings, async ({ caller, body, request }) => {
    const { sensor, device } = requireDeletable(services.catalogue, caller, body.sensorId)
    requireName(body.name, sensor.alias)
    const removed = {
      ...{ lesiId: device.lesiId, deviceName: device.name, sensorIds: [sensor.id] },
      sensor: { key: sensor.key, name: sensor.alias },
      removedBy: caller.userId,
    }
    const sensorId = await sql.transaction().execute(async (transaction) => {
      const renumbered = await renumberSensor(transaction, sensor.id).catch(whereReferredTo)
      if (renumbered === null) throw unknownSensor(sensor.id)
      await recordRemovedSensors(transaction, removed, 'delete')
      await audit(transaction, originOf(request), {
        ...{ action: 'device.delete-readings', entity: 'device', entityId: device.lesiId },
        ...{ entityName: device.name, after: { sensor: sensor.key } },
      })
      return renumbered
    })
    await services.catalogue.refresh([device.id]).catch(() => undefined)
    deletions.check()
    const row = await readDeletionOf(sql, sensor.id)
    if (!row) throw unknownSensor(sensor.id)
    return { data: { sensorId, deletion: describe(row) } }
  })
}

/** A sensor under whose number something works can not get another one. */
function whereReferredTo(error: unknown): never {
  const isReferredTo = error instanceof Error && 'code' in error && error.code === '23503'
  if (!isReferredTo) throw error
  throw new AppError('conflict', 'The sensor is calculated: end its calculation first')
}

/** Administrators see every request, others their own. */
const ownerOf = (caller: Caller) => (isAdministrator(caller) ? null : caller.userId)

const unknownSensor = (id: number) => new AppError('not_found', `There is no sensor ${id}`)

/** The sensor with its device, which the caller must be the parent account of, or administrator. */
function requireDeletable(catalogue: Catalogue, caller: Caller, sensorId: number) {
  const sensor = catalogue.maySeeSensor(caller, sensorId) ? catalogue.sensor(sensorId) : undefined
  const device = sensor && catalogue.deviceById(sensor.deviceId)
  if (!sensor || !device) throw unknownSensor(sensorId)
  const relation = catalogue.bindingsOf(caller.userId).get(device.id)?.relation
  if (!isAdministrator(caller) && relation !== 'admin')
    throw new AppError('forbidden', 'Only its parent account or an administrator may do this')
  return { sensor, device }
}

function requireName(typed: string, name: string): void {
  if (!isTypedName(typed, name)) throw refusedField('name', fieldError('other_name'))
}

const msOf = (date: Date | null) => date?.getTime() ?? null

function stateOf(
  { id, state, reason, provenAt }: DeletionRow,
  inProgress: ReadonlySet<number>,
): StoredDeletion['state'] {
  if (state === 'kept' || state === 'done') return state
  if (provenAt !== null) return 'clearing'
  if (inProgress.has(id)) return 'running'
  return reason === null ? 'waiting' : 'failed'
}

function describeDeletion(row: DeletionRow, inProgress: ReadonlySet<number>): StoredDeletion {
  const { id, lesiId, deviceName, sensorKey: key, sensorName: name, sensorCount } = row
  return {
    ...{ id, lesiId, deviceName, sensorCount },
    sensor: key === null ? null : { key, name: name ?? key },
    state: stateOf(row, inProgress),
    removedAt: row.removedAt.getTime(),
    provenAt: msOf(row.provenAt),
    doneAt: msOf(row.doneAt),
    readings: row.provenAt === null ? null : row.readings,
    failure:
      row.failedAt && row.reason !== null
        ? { at: row.failedAt.getTime(), reason: row.reason }
        : null,
  }
}
