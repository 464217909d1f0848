/** What stands where a name was. */
export const redacted = '▇▇▇'

/** Scripts that put no spaces between words: a name may stand anywhere in them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A shorter name is only taken where it is the whole text: too many words contain it. */
const minimumWithin = 2

/** A value with the names taken out; the same value where none stood in it. */
export type NameRemover = <Value>(value: Value) => Value

/**
 * Takes these names and e-mail addresses out of texts, and of all texts inside a JSON value. A name
 * counts as it is written and as a whole word, an e-mail address in upper or lower case.
 */
export function nameRemover(names: readonly string[]): NameRemover {
  const whole = new Set(names.map((name) => name.toLowerCase()))
  const longestFirst = names
    .filter((name) => name.length >= minimumWithin)
    .toSorted((one, other) => other.length - one.length)
  const patterns = longestFirst.map((name) => {
    if (name.includes('@'))
      return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${escaped(name)}(?![\\p{L}\\p{N}-])`, 'giu')
    if (unspaced.test(name)) return new RegExp(escaped(name), 'gu')
    return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${escaped(name)}(?![\\p{L}\\p{M}\\p{N}])`, 'gu')
  })
  const fromText = (text: string): string => {
    if (whole.has(text.toLowerCase())) return redacted
    return patterns.reduce((left, pattern) => left.replaceAll(pattern, redacted), text)
  }
  const from = (value: unknown): unknown => {
    if (typeof value === 'string') return fromText(value)
    if (Array.isArray(value)) return value.map(from)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [fromText(key), from(each)]),
    )
  }
  return <Value>(value: Value) => from(value) as Value
}
