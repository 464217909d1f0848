import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { mergeAll } from '../kit/compare-store-store.ts'

// Merges all parts of a store whose server does not run: a long time passes in a moment.
const [{ dataDirectory }] = (await once(process, 'message')) as [{ dataDirectory: string }]
const telemetry = openTelemetry({ directory: join(dataDirectory, 'clickhouse') })
await mergeAll(telemetry)
await telemetry.close()
process.send?.('merged')
process.disconnect()
