/** How many use each of several things, by its id. */
export class UseCounts {
  readonly #counts = new Map<number, number>()

  get size(): number {
    return this.#counts.size
  }

  add(ids: readonly number[]): void {
    for (const id of ids) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) {
      const left = (this.#counts.get(id) ?? 1) - 1
      if (left > 0) this.#counts.set(id, left)
      else this.#counts.delete(id)
    }
  }

  /** The ids that are used. */
  used(): number[] {
    return [...this.#counts.keys()]
  }
}
