import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { insertPlantReadings, type Plant } from './fill-store.ts'

/** Fills the store of a server that has been stopped. */
export interface PlantTask extends Plant {
  readonly dataDirectory: string
}

const [task] = (await once(process, 'message')) as [PlantTask]
const telemetry = openTelemetry({ directory: join(task.dataDirectory, 'clickhouse') })
await insertPlantReadings(telemetry, task)
await telemetry.close()
process.send?.({ rows: task.rows })
process.disconnect()
