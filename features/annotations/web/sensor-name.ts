import type { Sensor } from '#kit/model/sensor.ts'

export type AnnotatedSensor = Pick<Sensor, 'id' | 'alias' | 'lesiId' | 'key'>

/** How a sensor is called among others: with its device, or its key, where one is called alike. */
export function sensorName(sensor: AnnotatedSensor, all: readonly AnnotatedSensor[]): string {
  const { alias, lesiId, key } = sensor
  const alike = all.filter((each) => each.alias === alias)
  if (alike.length < 2) return alias
  const isAlone = alike.filter((each) => each.lesiId === lesiId).length < 2
  return `${alias} · ${isAlone ? lesiId : `${lesiId} · ${key}`}`
}
