import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { countDays, mergeParts } from '../history/fill-store.ts'
import { addMinuteSensors, insertSeconds } from './fill-store.ts'

/** Fills the store of a server that has been stopped; times in ms UTC. */
export interface QueriesTask {
  readonly dataDirectory: string
  /** Has a reading a second of a year. */
  readonly year: number
  /** These have one of an hour. */
  readonly hour: readonly number[]
  readonly to: number
  readonly yearRows: number
}

const [task] = (await once(process, 'message')) as [QueriesTask]
const { dataDirectory, year, hour, to, yearRows } = task
const telemetry = openTelemetry({ directory: join(dataDirectory, 'clickhouse') })
await addMinuteSensors(telemetry, [year, ...hour])
await insertSeconds(telemetry, [year], to - yearRows * 1000, yearRows)
await insertSeconds(telemetry, hour, to - 3_600_000, 3_600)
await mergeParts(telemetry)
await countDays(telemetry)
await telemetry.close()
process.send?.({ rows: yearRows })
process.disconnect()
