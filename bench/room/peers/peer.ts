import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a program is started and looked at. */
export interface PeerStart {
  /** JavaScript that Node runs. */
  readonly file: string
  readonly arguments: readonly string[]
  /** Of the page with the values, on the program's own server. */
  readonly path: string
}

/** Another program that shows live values on a page. */
export interface PeerProgram {
  readonly name: string
  /** What of npm it is made of. */
  readonly packages: readonly string[]
  /**
   * Writes 200 values that change once a second, in twenty groups at twenty moments of a second,
   * into a directory of its own; `modules` is the `node_modules` with its packages.
   */
  prepare(modules: string, home: string, port: number): PeerStart
  /** Matches the element of each value. */
  readonly valueSelector: string
}

/** The packages with their versions; null where one is not installed. */
export function versionsOf({ packages }: PeerProgram, modules: string): string | null {
  try {
    return packages
      .map((name) => {
        const text = readFileSync(join(modules, name, 'package.json'), 'utf8')
        return `${name} ${(JSON.parse(text) as { version: string }).version}`
      })
      .join(', ')
  } catch {
    return null
  }
}
