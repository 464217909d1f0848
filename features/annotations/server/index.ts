import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely, Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { annotationGate } from '#kit/model/permission.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit, type AuditRecord, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  addAnnotation,
  listAnnotations,
  maximumAnnotations,
  maximumListed,
  removeAnnotation,
  updateAnnotation,
  type Annotation,
} from '../contract/routes.ts'
import {
  countAnnotations,
  deleteAnnotation,
  findAnnotations,
  insertAnnotation,
  lockAnnotation,
  lockSensor,
  writeAnnotation,
  type AnnotationContent,
  type AnnotationRow,
} from './annotations-store.ts'

interface AnnotationServices {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'people'>
  readonly catalogue: Pick<Catalogue, 'sensor' | 'maySeeSensor' | 'bindingsOf'>
  readonly bus: Pick<Bus, 'emit'>
  readonly clock: Clock
  readonly audit: Audit
}

/** The calls about what people say of moments of sensors. */
export function annotationsPlugin(services: AnnotationServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerList(app, services)
    registerAdding(app, services)
    registerChanges(app, services)
  }
  return fastifyPlugin(register, {
    name: 'annotations',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}

function registerList(app: FastifyInstance, services: AnnotationServices): void {
  const { sql, accounts, catalogue } = services
  serve(app, listAnnotations, async ({ body: { sensors, from, to }, caller }) => {
    const span = { from: new Date(from), to: new Date(to) }
    const isOpen = ({ id }: Sensor) => catalogue.maySeeSensor(caller, id)
    const judge = () => ({
      sensors: sensors.flatMap((id) => catalogue.sensor(id) ?? []).filter(isOpen),
    })
    const { found, listed, people } = await ofOpenSensors(judge, async ({ sensors: open }) => {
      const visible = open.map(({ id }) => id)
      const rows = await findAnnotations(sql, visible, span, maximumListed + 1)
      const newest = rows.slice(0, maximumListed).toReversed()
      const ids = newest.flatMap(({ authorId, changedBy }) =>
        [authorId ?? [], changedBy ?? []].flat(),
      )
      return { found: rows, listed: newest, people: await accounts.people(sql, ids) }
    })
    const nameOf = (id: number | null) => people.get(id ?? 0)?.name ?? null
    const annotations = listed.map(({ authorId, changedBy, changedAt, ...row }): Annotation => ({
      ...{ id: row.id, sensorId: row.sensorId, text: row.text, version: row.version },
      ...{ from: row.from.getTime(), to: row.to.getTime(), createdAt: row.createdAt.getTime() },
      author: nameOf(authorId),
      changed: changedAt && { by: nameOf(changedBy), at: changedAt.getTime() },
      mayChange: mayChange(services, caller, { authorId, sensorId: row.sensorId }),
    }))
    const isCut = found.length > maximumListed
    return { data: { annotations, isCut, mayAdd: passesGate(annotationGate, caller) } }
  })
}

/** Who wrote it may, and whoever configures the device. */
function mayChange(
  { catalogue }: AnnotationServices,
  caller: Caller,
  { authorId, sensorId }: Pick<AnnotationRow, 'authorId' | 'sensorId'>,
): boolean {
  if (!passesGate(annotationGate, caller)) return false
  const deviceId = catalogue.sensor(sensorId)?.deviceId ?? 0
  const binding = catalogue.bindingsOf(caller.userId).get(deviceId)
  return authorId === caller.userId || mayConfigure(caller, binding)
}

function registerAdding(app: FastifyInstance, services: AnnotationServices): void {
  const { sql, catalogue, clock } = services
  serve(app, addAnnotation, async ({ body: { sensor, ...body }, caller, request }) => {
    if (!catalogue.maySeeSensor(caller, sensor)) throw unknownSensor()
    const content = contentOf(body)
    const id = await sql.transaction().execute(async (transaction) => {
      if (!(await lockSensor(transaction, sensor))) throw unknownSensor()
      if ((await countAnnotations(transaction, sensor)) >= maximumAnnotations)
        throw refusedField('sensor', fieldError('too_many', { maximum: maximumAnnotations }))
      const added = { ...content, sensorId: sensor, authorId: caller.userId }
      const createdAt = new Date(clock())
      const newId = await insertAnnotation(transaction, { ...added, createdAt })
      const about = { action: 'annotation.add', after: snapshotOf(content) } as const
      await record(services, transaction, request, { id: newId, sensorId: sensor }, about)
      return newId
    })
    notify(services, sensor)
    return { data: { id } }
  })
}

const unknownSensor = () => refusedField('sensor', fieldError('unknown_sensor'))

function registerChanges(app: FastifyInstance, services: AnnotationServices): void {
  const { sql, clock } = services

  serve(app, updateAnnotation, async ({ params: { id }, body, caller, request }) => {
    const content = contentOf(body)
    const sensorId = await sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(services, transaction, caller, id)
      if (row.version !== body.version)
        throw new AppError(
          'conflict',
          'The annotation was changed by somebody else meanwhile; load it again',
        )
      const change = { by: caller.userId, at: new Date(clock()) }
      await writeAnnotation(transaction, id, content, change)
      const snapshots = { before: snapshotOf(row), after: snapshotOf(content) }
      const about = { action: 'annotation.update', ...snapshots } as const
      await record(services, transaction, request, row, about)
      return row.sensorId
    })
    notify(services, sensorId)
  })

  serve(app, removeAnnotation, async ({ params: { id }, caller, request }) => {
    const sensorId = await sql.transaction().execute(async (transaction) => {
      const row = await requireOwn(services, transaction, caller, id)
      await deleteAnnotation(transaction, id)
      const about = { action: 'annotation.remove', before: snapshotOf(row) } as const
      await record(services, transaction, request, row, about)
      return row.sensorId
    })
    notify(services, sensorId)
  })
}

/** The annotation, locked; one of a sensor that the caller may not see is like none. */
async function requireOwn(
  services: AnnotationServices,
  transaction: Transaction<DB>,
  caller: Caller,
  id: number,
): Promise<AnnotationRow> {
  const row = await lockAnnotation(transaction, id)
  if (!row || !services.catalogue.maySeeSensor(caller, row.sensorId))
    throw new AppError('not_found', 'There is no such annotation')
  if (!mayChange(services, caller, row))
    throw new AppError('forbidden', 'Who wrote it and who configures the device may change it')
  return row
}

const contentOf = ({ from, to, text }: { from: number; to: number; text: string }) => ({
  ...{ from: new Date(from), to: new Date(to), text },
})

const snapshotOf = ({ from, to, text }: AnnotationContent): AuditSnapshot => ({
  ...{ from: from.toISOString(), to: to.toISOString(), text },
})

/** One entry of the audit; it is called as its sensor is. */
function record(
  { audit, catalogue }: AnnotationServices,
  transaction: Transaction<DB>,
  request: FastifyRequest,
  { id, sensorId }: Pick<AnnotationRow, 'id' | 'sensorId'>,
  about: Pick<AuditRecord, 'action' | 'before' | 'after'>,
): Promise<void> {
  const sensor = catalogue.sensor(sensorId)
  return audit(transaction, originOf(request), {
    ...{ entity: 'annotation', entityId: id, ...about },
    entityName: sensor ? `${sensor.lesiId} · ${sensor.alias}` : String(sensorId),
  })
}

function notify({ bus, catalogue }: AnnotationServices, sensorId: number): void {
  const deviceId = catalogue.sensor(sensorId)?.deviceId
  if (deviceId !== undefined) bus.emit('annotationsChanged', { deviceId, sensorId })
}
