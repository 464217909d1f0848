/** A sensor as an address names it. */
export interface SensorName {
  readonly thing: string
  readonly sensor: string
}

/** Reads `PUMP-1:flow,PUMP-2:flow`, keys percent-encoded; what names none is left out. */
export function readSensorNames(text: string): readonly SensorName[] {
  const names = new Map<string, SensorName>()
  for (const part of text.split(',')) {
    const name = readName(part)
    if (name) names.set(writeName(name), name)
  }
  return [...names.values()]
}

export const writeSensorNames = (names: readonly SensorName[]): string =>
  names.map(writeName).join(',')

function readName(text: string): SensorName | null {
  const [, thing, key] = /^([\w-]{3,64}):(.+)$/.exec(text) ?? []
  if (thing === undefined || key === undefined) return null
  try {
    return { thing, sensor: decodeURIComponent(key) }
  } catch {
    return null
  }
}

const writeName = ({ thing, sensor }: SensorName) => `${thing}:${encodeURIComponent(sensor)}`
