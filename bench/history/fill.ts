import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { addMinuteSensors } from '../queries/fill-store.ts'
import { countDays, insertOscillation, mergeParts, type Oscillation } from './fill-store.ts'

/** Fills the store of a server that has been stopped. */
export interface FillTask extends Oscillation {
  readonly dataDirectory: string
}

const [task] = (await once(process, 'message')) as [FillTask]
const telemetry = openTelemetry({ directory: join(task.dataDirectory, 'clickhouse') })
await addMinuteSensors(telemetry, [task.sensor])
await insertOscillation(telemetry, task)
await mergeParts(telemetry)
await countDays(telemetry)
await telemetry.close()
process.send?.({ rows: task.rows })
process.disconnect()
