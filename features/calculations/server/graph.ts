import type { SensorName } from '../contract/calculation.ts'

/** Calculated sensors by their names, each with those of its inputs. */
export type Graph = ReadonlyMap<string, readonly string[]>

export const nameOf = ({ thing, key }: SensorName): string => `${thing}/${key}`

/** A way from a sensor back to itself, with it at both ends; null: there is none. */
export function cycleFrom(graph: Graph, start: string): readonly string[] | null {
  const inputsOf = (name: string) => (graph.get(name) ?? [])[Symbol.iterator]()
  const seen = new Set<string>()
  const path = [start]
  // What is left to be looked at of each of the path.
  const left = [inputsOf(start)]
  for (let inputs = left.at(-1); inputs; inputs = left.at(-1)) {
    const { value: input, done } = inputs.next()
    if (done) {
      left.pop()
      path.pop()
    } else if (input === start) return [...path, input]
    else if (!seen.has(input)) {
      seen.add(input)
      path.push(input)
      left.push(inputsOf(input))
    }
  }
  return null
}

/** Members of a cycle that are named at its begin; of longer ones the last one too. */
const namedMembers = 4

/**
 * A cycle as people read it: one of many members by the first ones, the last one and how many there
 * are, as a reply may name it a thousand times.
 */
export function cycleText(cycle: readonly string[], shown: (name: string) => string): string {
  const members = cycle.length - 1
  const isLong = members > 2 * namedMembers
  const named = isLong ? [...cycle.slice(0, namedMembers), null, ...cycle.slice(-2)] : cycle
  const text = named.map((name) => (name === null ? '…' : shown(name))).join(' → ')
  return isLong ? `${text} (${members})` : text
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
