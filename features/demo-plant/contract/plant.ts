import type { Relation } from '#kit/model/device.ts'
import type { Role } from '#kit/model/permission.ts'
import type { PlantDevice } from './definition.ts'
import { boiler } from './devices/boiler.ts'
import { coldStore } from './devices/cold-store.ts'
import { compressor } from './devices/compressor.ts'
import { cooling } from './devices/cooling.ts'
import { oven } from './devices/oven.ts'
import { packaging } from './devices/packaging.ts'
import { pumps } from './devices/pumps.ts'
import { powerMeter } from './devices/power-meter.ts'
import { tanks } from './devices/tanks.ts'
import { wasteWater } from './devices/waste-water.ts'

/**
 * The demo plant: twelve devices with their sensors, in the order in which people walk through it.
 */
export const plant: readonly PlantDevice[] = [
  ...pumps,
  ...tanks,
  oven,
  compressor,
  boiler,
  cooling,
  packaging,
  coldStore,
  wasteWater,
  powerMeter,
]

interface DemoBinding {
  readonly lesiId: string
  readonly relation: Relation
}

const bound = (relation: Relation, devices: readonly PlantDevice[]): readonly DemoBinding[] =>
  devices.map(({ lesiId }) => ({ lesiId, relation }))

/**
 * Which demo account is bound to which devices. `admin` needs no binding: the role sees every
 * device.
 */
export const demoBindings: Readonly<Record<Role, readonly DemoBinding[]>> = {
  admin: [],
  manager: bound('admin', plant),
  editor: bound('sub-user', plant),
  user: bound('sub-user', plant),
  basic: bound('sub-user', plant.slice(0, 6)),
  free: bound('sub-user', plant.slice(2, 5)),
  visitor: [],
}
