/** What waits, by source, in the order in which the sources have their turn. */
export class Rounds<Item extends { readonly source: string }> {
  readonly #waiting = new Map<string, Item[]>()
  #count = 0

  /** What waits of all sources. */
  get count(): number {
    return this.#count
  }

  countOf(source: string): number {
    return this.#waiting.get(source)?.length ?? 0
  }

  /** Behind all that waits of its source. */
  add(item: Item): void {
    const others = this.#waiting.get(item.source)
    if (others) others.push(item)
    else this.#waiting.set(item.source, [item])
    this.#count += 1
  }

  /** Nothing happens when it does not wait. */
  remove(item: Item): void {
    const all = this.#waiting.get(item.source) ?? []
    const left = all.filter((each) => each !== item)
    this.#count -= all.length - left.length
    if (left.length > 0) this.#waiting.set(item.source, left)
    else this.#waiting.delete(item.source)
  }

  /** The source has had its turn: it goes to the end of the round. */
  endTurn(source: string): void {
    const items = this.#waiting.get(source)
    if (!items) return
    this.#waiting.delete(source)
    this.#waiting.set(source, items)
  }

  /** The first that matches, of the first source that may run and has one. */
  first(mayRun: (source: string) => boolean, matches: (item: Item) => boolean): Item | undefined {
    for (const [source, items] of this.#waiting) {
      const found = mayRun(source) ? items.find(matches) : undefined
      if (found) return found
    }
    return undefined
  }
}
