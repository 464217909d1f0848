/**
 * By the bits of a random text of this length over the kinds of characters used; repetition counts
 * less.
 */
export function strengthOf(password: string): 1 | 2 | 3 | 4 {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[\u0080-\u{10ffff}]/u, 100],
    [/[^A-Za-z\d\u0080-\u{10ffff}]/u, 33],
  ]
  const alphabet = kinds.reduce(
    (sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0),
    0,
  )
  const characters = [...password]
  const counted = (characters.length + new Set(characters).size) / 2
  const bits = counted * Math.log2(alphabet)
  if (bits < 40) return 1
  if (bits < 55) return 2
  return bits < 75 ? 3 : 4
}
