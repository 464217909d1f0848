import { once } from 'node:events'
import { join } from 'node:path'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { CompareTask, StoreComparison } from './compare-store.ts'
import {
  countDifferingBuckets,
  countRepeated,
  countRollup,
  countRows,
  readMessageSizes,
} from './compare-store-store.ts'

const [task] = (await once(process, 'message')) as [CompareTask]
const telemetry = openTelemetry({ directory: join(task.dataDirectory, 'clickhouse') })
let lost = 0
for (const [lesiId, times] of Object.entries(task.acknowledged)) {
  const stored = await readMessageSizes(telemetry, task.sensors[lesiId] ?? [])
  for (const time of times) lost += Math.max(0, task.valuesPerMessage - (stored.get(time) ?? 0))
}
const comparison: StoreComparison = {
  rows: await countRows(telemetry),
  minuteRows: await countRollup(telemetry, 'numeric_minutes'),
  hourRows: await countRollup(telemetry, 'numeric_rollup_hour'),
  differingBuckets:
    (await countDifferingBuckets(telemetry, 'minute')) +
    (await countDifferingBuckets(telemetry, 'hour')),
  repeated: await countRepeated(telemetry),
  lost,
}
await telemetry.close()
process.send?.(comparison)
process.disconnect()
