import { posix } from 'node:path'
import type { Visitor } from './xml.ts'

/** What a part of a package consists of, by its relations: programs call parts as they like. */
export class Relations {
  readonly #directory: string
  readonly #byId = new Map<string, string>()
  readonly #byType = new Map<string, string>()

  /** `part`: of which they are; the package itself has an empty name. */
  constructor(part: string) {
    this.#directory = posix.dirname(part)
  }

  readonly visitor: Visitor = {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const path = posix.resolve('/', this.#directory, Target).slice(1)
      this.#byId.set(Id, path)
      this.#byType.set(Type.slice(Type.lastIndexOf('/') + 1), path)
    },
  }

  /** The path of a part. */
  withId(id: string): string | undefined {
    return this.#byId.get(id)
  }

  /** The same of the one that has this type, the end of an address. */
  ofType(type: string): string | undefined {
    return this.#byType.get(type)
  }
}

/** Where the relations of a part are stored. */
export const relationsPath = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
