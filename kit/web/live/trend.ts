/**
 * The recent past of one sensor, for its trend: times (ms UTC) and values, oldest first, in a fixed
 * amount of memory. Within each slot of `slotMs` it keeps the first, least, greatest and last
 * value, so that a drawn line keeps every extreme.
 */
export interface Trend {
  /**
   * Points held, oldest first. The arrays belong to the trend: read them at once, do not keep them.
   */
  times(): Float64Array
  values(): Float64Array
  /** Adds a point; one that is not newer than the last is ignored. */
  push(time: number, value: number): void
  /** Removes the points that are newer than `time`. */
  cut(time: number): void
  /**
   * Adds points from elsewhere (oldest first), also between and before those held; a time already
   * held keeps its value.
   */
  merge(times: readonly number[], values: readonly number[]): void
}

const pointsPerSlot = 4

/** A trend that covers `slots` slots of `slotMs` milliseconds up to its newest point. */
export function createTrend(slotMs: number, slots: number): Trend {
  const capacity = slots * pointsPerSlot
  const times = new Float64Array(capacity * 2)
  const values = new Float64Array(capacity * 2)
  let start = 0
  let end = 0

  const timeAt = (index: number) => times[index] ?? 0
  const valueAt = (index: number) => values[index] ?? 0

  function makeRoom(): void {
    if (end < times.length) return
    times.copyWithin(0, start, end)
    values.copyWithin(0, start, end)
    end -= start
    start = 0
  }

  /** Drops the point of the newest slot that is neither its first, last, least nor greatest. */
  function thinNewestSlot(): void {
    const slot = Math.floor(timeAt(end - 1) / slotMs)
    const first = end - pointsPerSlot - 1
    if (first < start || Math.floor(timeAt(first) / slotMs) !== slot) return
    let least = first
    let greatest = first
    for (let index = first + 1; index < end; index++) {
      if (valueAt(index) < valueAt(least)) least = index
      if (valueAt(index) > valueAt(greatest)) greatest = index
    }
    let spare = first + 1
    while (spare === least || spare === greatest) spare++
    times.copyWithin(spare, spare + 1, end)
    values.copyWithin(spare, spare + 1, end)
    end--
  }

  function append(time: number, value: number): void {
    makeRoom()
    times[end] = time
    values[end] = value
    end++
    thinNewestSlot()
    const oldest = time - slotMs * slots
    while (end - start > capacity || (start < end && timeAt(start) < oldest)) start++
  }

  return {
    times: () => times.subarray(start, end),
    values: () => values.subarray(start, end),
    push(time, value) {
      if (end > start && time <= timeAt(end - 1)) return
      append(time, value)
    },
    cut(time) {
      while (end > start && timeAt(end - 1) > time) end--
    },
    merge(newTimes, newValues) {
      if (newTimes.length === 0) return
      const heldTimes = times.slice(start, end)
      const heldValues = values.slice(start, end)
      start = 0
      end = 0
      let held = 0
      let fresh = 0
      while (held < heldTimes.length || fresh < newTimes.length) {
        const heldTime = heldTimes[held] ?? Infinity
        const freshTime = newTimes[fresh] ?? Infinity
        if (heldTime <= freshTime) {
          append(heldTime, heldValues[held++] ?? 0)
          if (freshTime === heldTime) fresh++
        } else if (freshTime > (end > start ? timeAt(end - 1) : -Infinity)) {
          append(freshTime, newValues[fresh++] ?? 0)
        } else {
          fresh++
        }
      }
    },
  }
}
