import { maximumKeyLength } from '#kit/model/limits.ts'

/** Letters, digits and signs of ASCII, with blanks only between them. */
const plain = /^[!-~]+(?: [!-~]+)*$/
/** A character that can be seen: no blank, and none that is drawn as nothing. */
const visible = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
/**
 * Characters that are drawn as nothing, or turn the direction of what follows: two keys could
 * differ by them alone.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]/u

/** Why a key cannot be taken; null when it can. */
export function keyProblem(key: string): string | null {
  if (key === '' || key.length > maximumKeyLength)
    return `key must have 1 to ${maximumKeyLength} characters`
  if (plain.test(key)) return null
  if (!visible.test(key)) return 'key must not be blank'
  if (key.trim() !== key) return 'key must not begin or end with a blank'
  if (/\p{Cc}/u.test(key)) return 'key must not hold control characters'
  if (!key.isWellFormed()) return 'key must not hold half a character'
  const [hidden] = unseen.exec(key) ?? []
  return hidden === undefined
    ? null
    : `key must not hold a character that cannot be seen (${codeOf(hidden)})`
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The same for all keys that look alike: written with other code points for the same characters
 * (Unicode's NFKC), with blanks of another kind or number, or with characters that cannot be seen.
 * Upper and lower case, and letters of different scripts, differ.
 */
export function normalisedKey(key: string): string {
  if (plain.test(key)) return key
  return key
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .trim()
}

/**
 * A field of a document, by its path and name. What cannot be seen alone, or at an end, is put
 * between quotation marks.
 */
export function fieldOf(path: string, key: string): string {
  const name =
    plain.test(key) || (key.trim() === key && visible.test(key)) ? key : JSON.stringify(key)
  const field = path === '' ? name : `${path}.${name}`
  return field.length <= 160 ? field : `${field.slice(0, 157)}…`
}
