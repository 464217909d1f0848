import { parse } from 'csv-parse'
import { maximumKeyLength } from '#kit/model/limits.ts'

/** A column whose name could not be a sensor's key as it is. */
export interface RenamedColumn {
  readonly column: string
  readonly key: string
}

const timeNames = [
  'datetime',
  'timestamp',
  'time',
  'ts',
  'date',
  'datetimeutc',
  'timestamputc',
  'epoch',
]

/** The separator that the first line suggests. */
export function likelySeparator(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return [';', ',', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** The names in the first line. */
export async function headerNames(header: string, separator: string): Promise<readonly string[]> {
  const parser = parse({ delimiter: separator, trim: true, relax_quotes: true })
  parser.end(header)
  for await (const names of parser) return (names as string[]).map(String)
  return []
}

/** The place of the column that looks most like the time; -1 when none does. */
export function likelyTimeColumn(names: readonly string[]): number {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  for (const name of timeNames) if (plain.includes(name)) return plain.indexOf(name)
  return plain.findIndex((name) => /(date|time|stamp)/.test(name))
}

/**
 * Column names as sensor keys, null for the time: letters, digits and _ . - stay, everything else
 * becomes _; a repeated name gets a number.
 */
export function keysOf(names: readonly string[], timeIndex: number): readonly (string | null)[] {
  const taken = new Set<string>()
  return names.map((name, place) => {
    if (place === timeIndex) return null
    const clean =
      name
        .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')
        .replaceAll(/^_+|_+$/g, '')
        .slice(0, maximumKeyLength - 6) || `column_${place + 1}`
    let key = clean
    for (let number = 2; taken.has(key); number++) key = `${clean}_${number}`
    taken.add(key)
    return key
  })
}

/** The columns whose keys are not their names. */
export function renamedColumns(
  names: readonly string[],
  keys: readonly (string | null)[],
): readonly RenamedColumn[] {
  return names.flatMap((column, place) => {
    const key = keys[place]
    return typeof key !== 'string' || key === column ? [] : [{ column, key }]
  })
}
