/** Lets a few tasks run at a time; others wait, in the order in which they came. */
export class Semaphore {
  readonly #permits: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(permits: number) {
    this.#permits = permits
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#permits) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The permit goes to whoever has waited longest.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
