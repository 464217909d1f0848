type Task<Result> = () => Promise<Result>

/** Runs tasks one after another, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the task does; one that fails does not hold up those behind it. */
  run<Result>(task: Task<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves when all that has come until now has ended. */
  async ended(): Promise<void> {
    await this.#last
  }
}

/** A queue of its own for each key, as long as it has tasks; of one key few may wait. */
export class KeyedQueues<Key> {
  readonly #queues = new Map<Key, { readonly queue: SerialQueue; length: number }>()
  readonly #maximumLength: number
  readonly #refusal: () => Error

  constructor(maximumLength: number, refusal: () => Error) {
    this.#maximumLength = maximumLength
    this.#refusal = refusal
  }

  /** Rejects with the refusal when the queue of this key is full. */
  async run<Result>(key: Key, task: Task<Result>): Promise<Result> {
    const entry = this.#queues.get(key) ?? { queue: new SerialQueue(), length: 0 }
    if (entry.length >= this.#maximumLength) throw this.#refusal()
    this.#queues.set(key, entry)
    entry.length += 1
    try {
      return await entry.queue.run(task)
    } finally {
      entry.length -= 1
      if (entry.length === 0) this.#queues.delete(key)
    }
  }
}
