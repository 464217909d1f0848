import {
  maximumMessage,
  maximumOccurrences,
  maximumPage,
  maximumReported,
  maximumStack,
} from '../contract/limits.ts'
import type { ReportedError } from '../contract/routes.ts'

/** Different errors that one page reports in all: what goes on failing says nothing new. */
const maximumOfPage = 100

/** What is no error of the application: networks fail, calls are aborted, layouts settle. */
const expected = new Set(['AbortError', 'ApiError', 'ChunkLoadError'])
const uninformative = /^(?:Script error\.?|ResizeObserver loop )/

/** Errors of a page that wait for their report, each different one once. */
export class CollectedErrors {
  readonly #waiting = new Map<string, ReportedError>()
  readonly #known = new Set<string>()

  /** Takes what was thrown on a page; false: it is none that is reported. */
  add(thrown: unknown, page: string): boolean {
    const error = describe(thrown)
    if (error === null) return false
    const key = JSON.stringify([error.message, error.stack])
    if (!this.#known.has(key) && this.#known.size >= maximumOfPage) return false
    this.#known.add(key)
    const { occurrences } = this.#waiting.get(key) ?? { occurrences: 0 }
    this.#waiting.set(key, {
      ...error,
      page: page.slice(0, maximumPage),
      occurrences: Math.min(maximumOccurrences, occurrences + 1),
    })
    return true
  }

  /** Whether any wait. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** As many as one report holds; they wait no more. */
  take(): readonly ReportedError[] {
    const taken = [...this.#waiting].slice(0, maximumReported)
    for (const [key] of taken) this.#waiting.delete(key)
    return taken.map(([, error]) => error)
  }
}

/** What can be stated of anything that was thrown, in the length that is stored; null: nothing. */
function describe(thrown: unknown): Pick<ReportedError, 'message' | 'stack'> | null {
  const isError = thrown instanceof Error
  if (isError && expected.has(thrown.name)) return null
  const message = isError ? `${thrown.name}: ${thrown.message}` : textOf(thrown)
  if (message.trim() === '' || uninformative.test(isError ? thrown.message : message)) return null
  return {
    message: storable(message).slice(0, maximumMessage),
    stack: storable((isError && thrown.stack) || '').slice(0, maximumStack),
  }
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  try {
    return JSON.stringify(thrown) ?? String(thrown)
  } catch {
    return Object.prototype.toString.call(thrown)
  }
}

/** Without what no database stores as text. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')
