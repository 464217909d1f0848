import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#kit/model/calls/errors.ts'
import { Semaphore } from '#kit/server/process/semaphore.ts'
import type { Inspection } from '../contract/mapping.ts'
import type { ImportFailure } from '../contract/routes.ts'
import type { CsvForm } from './process/messages.ts'
import { ReaderProcess, ReadFailure } from './process/reader-process.ts'

const atOnce = 2
const maximumWaiting = 8
const timeoutMs = 60_000
/** Somebody waits for it, and it is short. */
const niceness = 2

interface FileInspection {
  readonly inspection: Inspection | null
  readonly failure: ImportFailure | null
}

/** Reads the beginnings of files, each in a process of its own, a few at a time. */
export class Inspections {
  readonly #running = new Semaphore(atOnce)

  /** What the file is; the failure where it is none that can be read. */
  async at(path: string, form: CsvForm): Promise<FileInspection> {
    if (this.#running.waiting >= maximumWaiting)
      throw new AppError('overloaded', 'Too many files are inspected', { retryAfterSeconds: 5 })
    return this.#running.run(() => this.#read(path, form))
  }

  async #read(path: string, form: CsvForm): Promise<FileInspection> {
    const process = new ReaderProcess(niceness)
    const limit = new AbortController()
    const late = delay(timeoutMs, undefined, { signal: limit.signal, ref: false }).then(
      () => process.fail(new ReadFailure('too_large', 'it took too long')),
      () => undefined,
    )
    try {
      const { inspection } = await process.ask({ type: 'inspect', path, form }, 'inspect')
      return { inspection, failure: null }
    } catch (error) {
      if (error instanceof ReadFailure) return { inspection: null, failure: error.reason }
      throw error
    } finally {
      limit.abort()
      await late
      await process.end()
    }
  }
}
