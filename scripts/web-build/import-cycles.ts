import type { Chunk } from './sizes.ts'

type Imports = Pick<Chunk, 'fileName' | 'imports'>

/**
 * Chunks that import each other, each cycle as the way around it. Of such chunks one runs before
 * what it imports, and finds nothing there.
 */
export function importCycles(chunks: readonly Imports[]): readonly string[] {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const ended = new Set<string>()
  const cycles: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    const begin = way.indexOf(file)
    if (begin >= 0) cycles.push([...way.slice(begin), file].join(' > '))
    if (begin >= 0 || ended.has(file)) return
    for (const imported of importsOf.get(file) ?? []) follow(imported, [...way, file])
    ended.add(file)
  }
  for (const { fileName } of chunks) follow(fileName, [])
  return cycles
}
