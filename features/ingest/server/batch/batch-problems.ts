import type { Problem } from '#kit/server/documents/document-value.ts'

/** What was refused, and the beginning of the part that it was in. */
export interface BatchProblem extends Problem {
  readonly excerpt: string
}

const maximumListed = 20
const maximumExcerpt = 300

/** What was refused of a request: how many, and the first ones, however many there are. */
export class BatchProblems {
  readonly #first: BatchProblem[] = []
  #count = 0

  add(field: string, reason: string, excerpt = ''): void {
    this.#count++
    if (this.#first.length < maximumListed)
      this.#first.push({ field, reason, excerpt: excerpt.slice(0, maximumExcerpt) })
  }

  get count(): number {
    return this.#count
  }

  /** The first ones, and how many more there are. */
  listed(): readonly BatchProblem[] {
    const more = this.#count - this.#first.length
    if (more === 0) return this.#first
    const rest = { field: 'document', reason: `${more + 1} more were refused`, excerpt: '' }
    return [...this.#first.slice(0, -1), rest]
  }
}
