import type { Relation } from '#kit/model/device.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { productOrigin } from '#kit/server/audit.ts'
import { createToken } from '#kit/server/token.ts'
import type { ProvisionServices } from './audited-change.ts'
import { bindUsers, upsertDevices, upsertSensors } from './provision-store.ts'

/** A sensor as a plant describes it: all that the database does not give. */
export type PlantSensor = Omit<Sensor, 'id' | 'deviceId' | 'lesiId' | 'isNew'>

export interface PlantDevice {
  readonly lesiId: string
  readonly name: string
  readonly sensors: readonly PlantSensor[]
}

export interface Plant {
  readonly devices: readonly PlantDevice[]
  /** Which account is tied to which device; accounts that do not exist are passed over. */
  readonly bindings: readonly {
    readonly email: string
    readonly lesiId: string
    readonly relation: Relation
  }[]
}

/**
 * Makes the database hold a plant: its devices with fresh tokens, the sensors and the bindings that
 * are missing. Of a sensor that is there already, what people configured stays, unless its first
 * reading had added it. Leaves one entry of the audit. Returns the tokens by LESI ID; nobody else
 * ever sees them.
 */
export async function provisionDevices(
  { sql, audit, accounts }: ProvisionServices,
  plant: Plant,
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(plant.devices.map(({ lesiId }) => [lesiId, createToken(192)]))
  await sql.transaction().execute(async (transaction) => {
    const devices = plant.devices.map(({ lesiId, name }) => ({
      lesiId,
      name,
      token: tokens.get(lesiId) ?? '',
    }))
    const idByLesiId = await upsertDevices(transaction, devices)
    const sensors = plant.devices.flatMap((device) =>
      device.sensors.map((sensor) => ({ ...sensor, deviceId: idByLesiId.get(device.lesiId) ?? 0 })),
    )
    const changedSensors = await upsertSensors(transaction, sensors)
    const emails = plant.bindings.map(({ email }) => email)
    const userIds = await accounts.idsByEmail(transaction, emails)
    const wanted = plant.bindings.flatMap(({ email, ...binding }) => {
      const userId = userIds.get(email)
      return userId === undefined ? [] : [{ ...binding, userId }]
    })
    const bindings = await bindUsers(transaction, wanted)
    await audit(transaction, productOrigin(), {
      action: 'installation.provision-demo',
      ...{ entity: 'installation', entityId: '', entityName: '' },
      after: { renewed: [...tokens.keys()], sensors: changedSensors, bindings },
    })
  })
  return tokens
}
