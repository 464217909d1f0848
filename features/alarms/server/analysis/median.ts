/** The median of the first `length` values, which are reordered; null: there are none. */
export function medianOf(values: Float64Array, length: number): number | null {
  if (length === 0) return null
  const upper = select(values, length, length >>> 1)
  if (length % 2 === 1) return upper
  // The lower half is before it.
  let lower = -Infinity
  for (let index = 0; index < length >>> 1; index++) lower = Math.max(lower, values[index] ?? 0)
  return (lower + upper) / 2
}

/** The value that would be at `place` after sorting (Hoare's quickselect). */
function select(values: Float64Array, length: number, place: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0
    let left = low
    let right = high
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++
      while ((values[right] ?? 0) > pivot) right--
      if (left > right) break
      const swapped = values[left] ?? 0
      values[left++] = values[right] ?? 0
      values[right--] = swapped
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place] ?? 0
}
