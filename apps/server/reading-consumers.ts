import { AlarmEngine } from '#features/alarms/server/index.ts'
import { startCalculations } from '#features/calculations/server/index.ts'
import type { JournalWriter } from '#features/readings/server/writer/writer.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { Foundations } from './data-services.ts'

interface ConsumerServices {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly writer: JournalWriter
  readonly presence: DevicePresence
}

/** What follows readings as they come: calculated sensors, then the alarms of all of them. */
export async function startReadingConsumers(
  { engines: { sql, telemetry }, bus, clock, timezone, lifecycle, log }: Foundations,
  { catalogue, current, writer, presence }: ConsumerServices,
) {
  const calculations = await startCalculations({
    ...{ sql, catalogue, current, writer, bus, clock, log },
  })
  lifecycle.onStop('calculations', () => calculations.close())
  const alarms = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, clock, timezone, log },
  })
  lifecycle.onStop('alarms', () => alarms.close())
  await alarms.start()
  return { calculations, alarms }
}
