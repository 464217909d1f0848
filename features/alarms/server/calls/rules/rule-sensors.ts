import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { AlarmCallServices } from '../services.ts'

/** Sensors that are open to the caller, by device and alias. */
export function* sensorsOf(
  { catalogue }: Pick<AlarmCallServices, 'catalogue'>,
  caller: Caller,
): Iterable<Sensor> {
  const visible = catalogue.visibleDeviceIds(caller)
  for (const { id } of catalogue.devices()) if (visible.has(id)) yield* catalogue.sensorsOf(id)
}
