import type { SensorName } from '../contract/calculation.ts'

/** Calculated sensors by their names, each with those of its inputs. */
export type Graph = ReadonlyMap<string, readonly string[]>

export const nameOf = ({ thing, key }: SensorName): string => `${thing}/${key}`

/** A way from a sensor back to itself, with it at both ends; null: there is none. */
export function cycleFrom(graph: Graph, start: string): readonly string[] | null {
  const seen = new Set<string>()
  const search = (name: string, path: readonly string[]): readonly string[] | null => {
    for (const input of graph.get(name) ?? []) {
      if (input === start) return [...path, input]
      if (seen.has(input)) continue
      seen.add(input)
      const found = search(input, [...path, input])
      if (found) return found
    }
    return null
  }
  return search(start, [start])
}

/** How many calculated sensors are above each other, of a graph without cycles. */
export function levelsOf(graph: Graph): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  const levelOf = (name: string): number => {
    const level = levels.get(name)
    if (level !== undefined) return level
    const inputs = graph.get(name)
    if (!inputs) return 0
    levels.set(name, 1)
    const highest = 1 + Math.max(0, ...inputs.map(levelOf))
    levels.set(name, highest)
    return highest
  }
  for (const name of graph.keys()) levelOf(name)
  return levels
}
