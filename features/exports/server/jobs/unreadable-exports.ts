import type { BaseLogger } from 'pino'
import type { StoredExport } from './stored-export.ts'

/** Exports that another version has stored, and this one cannot read: one entry of the log each. */
export class UnreadableExports {
  readonly #log: Pick<BaseLogger, 'error'>
  readonly #ids = new Set<string>()

  constructor(log: Pick<BaseLogger, 'error'>) {
    this.#log = log
  }

  /** Those that can be read. */
  leaveOut(found: {
    readonly exports: StoredExport[]
    readonly unreadable: readonly string[]
  }): StoredExport[] {
    this.add(found.unreadable)
    return found.exports
  }

  add(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#ids.has(id)) continue
      this.#ids.add(id)
      this.#log.error({ export: id }, 'an export cannot be read, and is left out')
    }
  }
}
