/**
 * What files say in the place of a bad value, in each language, in Russian also what older ones
 * say; in brackets the value, if any.
 */
const badText = /^(?:bad|недостоверное|плохое|xấu|不良)(?: \(([^]*)\))?$/

/** Which bad value a text of a file stands for; `value` null: there was none. */
export function badValue(text: string): { readonly value: string | null } | null {
  const found = badText.exec(text)
  return found ? { value: found[1] ?? null } : null
}

const looksBad = (text: string) => badText.test(text.replace(/^'+/, ''))

/**
 * A text of a file that has no column for the quality: with an apostrophe before what would be
 * taken for a bad value, and before a text that looks as if it had one already.
 */
export const markedText = (text: string): string => (looksBad(text) ? `'${text}` : text)

/** A text of which `markedText` made this one. */
export const unmarkedText = (text: string): string =>
  text.startsWith("'") && looksBad(text) ? text.slice(1) : text
