import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { giveMinutes } from '../queries/fill-store.ts'
import { countDays, insertOscillation, settle, type Oscillation } from './fill-store.ts'

/** Fills the store of a server that has been stopped. */
export interface FillOrder extends Oscillation {
  readonly dataDirectory: string
}

const [order] = (await once(process, 'message')) as [FillOrder]
const telemetry = openTelemetry({ directory: join(order.dataDirectory, 'clickhouse') })
await giveMinutes(telemetry, [order.sensor])
await insertOscillation(telemetry, order)
await settle(telemetry)
await countDays(telemetry)
await telemetry.close()
process.send?.({ rows: order.rows })
process.disconnect()
