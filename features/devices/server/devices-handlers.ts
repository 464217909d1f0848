import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DevicePresence } from '#kit/server/device-presence.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { listThings, type Thing } from '../contract/routes.ts'
import { readRelations } from './devices-store.ts'

export interface DevicesServices {
  readonly sql: Kysely<DB>
  readonly catalogue: Catalogue
  readonly presence: DevicePresence
}

const inOrder = new Intl.Collator('en', { numeric: true })

export function registerDeviceRoutes(app: FastifyInstance, { sql, catalogue, presence }: DevicesServices): void {
  const describe = ({ id, lesiId, name }: CatalogueDevice, relation: Thing['relation']): Thing => {
    const { status, since, lastSeen } = presence.status(id)
    return { id, lesiId, name, relation, status, statusSince: since, lastSeen, sensorCount: catalogue.sensorCount(id) }
  }

  serve(
    app,
    listThings,
  )(async ({ caller }) => {
    const relations = await readRelations(sql, caller.userId)
    const things = [...catalogue.visibleDeviceIds(caller)]
      .map((deviceId) => catalogue.deviceById(deviceId))
      .filter((device) => device !== undefined)
      .map((device) => describe(device, relations.get(device.id) ?? null))
    return { data: things.toSorted((one, other) => inOrder.compare(one.name, other.name) || one.id - other.id) }
  })
}
