import type { CommandTarget, CommandValue } from '#kit/model/device-command.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { searchWords } from '#kit/model/sensor-filter.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { storableText } from '#kit/server/postgres/storable-text.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { CommandProtocols } from '#kit/server/devices/device-commands.ts'
import type { DescribedTarget, OfferedTarget } from '../contract/routes.ts'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly protocols: CommandProtocols
}

/** Everything that the device takes now, over every protocol, by name. */
export async function offeredTargets(
  dependencies: Dependencies,
  device: CatalogueDevice,
  described: readonly DescribedTarget[],
): Promise<readonly OfferedTarget[]> {
  const written = described.map((target) => ({
    ...target,
    id: target.name,
    sensorKey: target.name,
  }))
  const offers = await Promise.all(
    dependencies.protocols.all().map(async (protocol) => {
      const offer = await protocol.offer(device, written)
      if (offer === null) return []
      const { readiness } = offer
      return offer.targets.map((target) => ({
        ...{ ...target, protocol: protocol.name, readiness },
        current: currentValue(dependencies, device, target),
      }))
    }),
  )
  return offers.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Those in whose names all words occur. */
export function matchingTargets(
  targets: readonly OfferedTarget[],
  search: string | undefined,
): readonly OfferedTarget[] {
  const words = searchWords(search)
  return targets.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}

/**
 * What the sensor of a target shows, as it would be written; null where that is not the value of
 * the target.
 */
function currentValue(
  { catalogue, current }: Dependencies,
  { id }: CatalogueDevice,
  { sensorKey, type }: CommandTarget,
): CommandValue | null {
  const sensor = sensorKey === null ? undefined : catalogue.sensorByKey(id, sensorKey)
  const reading = sensor && current.get(sensor.id)?.reading
  if (!sensor || !reading || reading.value === null || reading.quality === 'bad') return null
  const { value } = reading
  if (type === 'text') return storableText(String(value))
  if (type === 'trigger' || typeof value !== 'number') return null
  return type === 'boolean' ? value !== 0 : asSent(sensor, value)
}

/** What the device sent for a stored value, without the noise of the calculation. */
function asSent({ factor, offset }: Sensor, value: number): number {
  return factor === 1 && offset === 0 ? value : Number(((value - offset) / factor).toPrecision(12))
}
