import type { Sensor } from '#kit/model/sensor.ts'

type Named = Pick<Sensor, 'alias' | 'lesiId' | 'key'>

/** How two sensors are called side by side: with their devices, or keys, where they are alike. */
export function pairNames(x: Named, y: Named): readonly [x: string, y: string] {
  if (x.alias !== y.alias) return [x.alias, y.alias]
  const part = x.lesiId === y.lesiId ? 'key' : 'lesiId'
  return [`${x.alias} · ${x[part]}`, `${y.alias} · ${y[part]}`]
}
