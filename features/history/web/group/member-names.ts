import type { Sensor } from '#kit/model/sensor.ts'

type Named = Pick<Sensor, 'alias' | 'lesiId' | 'key'>

/**
 * How the sensors of a group are called, in their order: with their devices where these are
 * several, and with what cannot be alike where even so two would be called the same.
 */
export function memberNames(
  sensors: readonly Named[],
  deviceName: (lesiId: string) => string,
): readonly string[] {
  const isOneDevice = new Set(sensors.map(({ lesiId }) => lesiId)).size <= 1
  const names = sensors.map(({ alias, lesiId }) =>
    isOneDevice ? alias : `${alias} · ${deviceName(lesiId)}`,
  )
  return names.map((name, index) => {
    const sensor = sensors[index]
    const isAlone = names.indexOf(name) === names.lastIndexOf(name)
    if (isAlone || !sensor) return name
    return `${name} · ${isOneDevice ? sensor.key : `${sensor.lesiId} ${sensor.key}`}`
  })
}
