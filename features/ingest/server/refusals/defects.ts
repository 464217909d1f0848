import type { Problem } from '#kit/server/documents/document-value.ts'
import { hash } from 'node:crypto'

interface Log {
  error(fields: object, message: string): void
  debug(fields: object, message: string): void
}

const codesStored = 1_000

/**
 * Defects of the server that a message met: it would meet them again, so it is refused for good,
 * under a code that the log has too. The same defect has the same code, and is an error in the log
 * once, however often it is met.
 */
export class Defects {
  readonly #logged = new Set<string>()

  /** What the sender of the message is answered, and the list of refusals shows. */
  problemOf(error: unknown, logger: Log, lesiId: string): Problem {
    const code = hash('sha256', originOf(error)).slice(0, 8)
    const level = this.#logged.has(code) ? 'debug' : 'error'
    if (this.#logged.size < codesStored) this.#logged.add(code)
    logger[level]({ err: error, code, device: lesiId }, 'a message met a defect and was refused')
    return { field: 'document', reason: `internal error ${code}; the server cannot take this` }
  }
}

/** Where an error comes from, without its message, which may differ from one time to the next. */
function originOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return [error.name, ...frames.slice(0, 3)].join('\n')
}
