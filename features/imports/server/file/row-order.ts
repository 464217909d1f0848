/** The row before of a sensor. */
export interface RowBefore {
  /** Its instant, ms UTC; before the first row there is none. */
  readonly time: number
  /** Whether most rows so far went back in time: the newest are first. */
  readonly isFalling: boolean
}

const none = { time: Number.NEGATIVE_INFINITY, steps: 0 }

/** In which order the rows of each sensor come. */
export class RowOrder {
  readonly #rows = new Map<number, { readonly time: number; readonly steps: number }>()

  before(sensor: number): RowBefore {
    const { time, steps } = this.#rows.get(sensor) ?? none
    return { time, isFalling: steps < 0 }
  }

  add(sensor: number, time: number): void {
    const before = this.#rows.get(sensor)
    const step = before ? Math.sign(time - before.time) : 0
    this.#rows.set(sensor, { time, steps: (before?.steps ?? 0) + step })
  }
}
