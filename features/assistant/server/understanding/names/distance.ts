/**
 * Whether one word becomes the other by at most `allowed` letters that are added, left out,
 * replaced or swapped with their neighbour (Damerau and Levenshtein's restricted distance).
 */
export function distanceWithin(one: string, other: string, allowed: number): boolean {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1)
      current.push(cost({ one, other, row, column, current, last, beforeLast }))
    if (Math.min(...current) > allowed) return false
    beforeLast = last
    last = current
  }
  return (last[other.length] ?? Infinity) <= allowed
}

interface Cell {
  readonly one: string
  readonly other: string
  readonly row: number
  readonly column: number
  readonly current: readonly number[]
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function cost({ one, other, row, column, current, last, beforeLast }: Cell): number {
  const isSame = one[row - 1] === other[column - 1]
  const minimum = Math.min(
    (last[column] ?? Infinity) + 1,
    (current[column - 1] ?? Infinity) + 1,
    (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
  )
  const isSwapped =
    row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
  return isSwapped ? Math.min(minimum, (beforeLast[column - 2] ?? Infinity) + 1) : minimum
}
