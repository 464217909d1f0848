import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { insertPlantReadings, type Plant } from './fill-store.ts'

/** Fills the store of a server that has been stopped. */
export interface PlantOrder extends Plant {
  readonly dataDirectory: string
}

const [order] = (await once(process, 'message')) as [PlantOrder]
const telemetry = openTelemetry({ directory: join(order.dataDirectory, 'clickhouse') })
await insertPlantReadings(telemetry, order)
await telemetry.close()
process.send?.({ rows: order.rows })
process.disconnect()
