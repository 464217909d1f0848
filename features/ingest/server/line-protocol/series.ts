import { keyProblem } from '#kit/server/documents/document-keys.ts'

/** The tag that names the device, where a gateway sends for several. */
export const deviceTag = 'lesi_id'

/** What is before the fields of a line: measurement and tags. */
export interface Series {
  /** LESI ID in the line's own tag; null where there is none. */
  readonly lesiId: string | null
  /** Measurement and tags as a sensor's key begins, the tags in the order of their names. */
  readonly name: string
  /** Keys of sensors by field, or why there can be none. */
  readonly keys: Map<string, SensorKey>
}

export type SensorKey = { readonly key: string } | { readonly reason: string }

/**
 * Reads `measurement,tag=value,…`, each name as it is written, with its escapes; the reason where
 * it is none.
 */
export function readSeries(text: string): Series | string {
  const [measurement = '', ...tags] = splitUnescaped(text, ',')
  if (measurement === '') return 'has no measurement'
  const values = new Map<string, string>()
  for (const tag of tags) {
    const [name = '', value = '', ...more] = splitUnescaped(tag, '=')
    if (name === '' || value === '' || more.length > 0)
      return `${quoted(tag)} is not a tag: write name=value, with a backslash before , = and blanks`
    if (values.has(name)) return `has the tag ${quoted(name)} twice`
    values.set(name, value)
  }
  const lesiId = values.get(deviceTag) ?? null
  values.delete(deviceTag)
  const sorted = [...values].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const name = [measurement, ...sorted.map((pair) => pair.join('='))].join(',')
  return { lesiId, name, keys: new Map() }
}

/** Adds the key of the sensor that a field of the series is: both as the line writes them. */
export function addSensorKey(series: Series, field: string): SensorKey {
  const key = `${series.name} ${field}`
  const reason = keyProblem(key)
  const made = reason === null ? { key } : { reason }
  series.keys.set(field, made)
  return made
}

/** The parts between separators; one behind a backslash separates nothing. */
function splitUnescaped(text: string, separator: ',' | '='): string[] {
  const parts: string[] = []
  for (const part of text.split(separator)) {
    const last = parts.at(-1)
    if (last?.endsWith('\\') === true) parts[parts.length - 1] = last + separator + part
    else parts.push(part)
  }
  return parts
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
