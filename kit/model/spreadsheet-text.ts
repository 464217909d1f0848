/**
 * Spreadsheets take a text that begins so for a formula, wherever they read it from; in Chinese and
 * Japanese also with the wide signs.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
const plainNumber = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * Whether a spreadsheet might compute this text; a number with a minus is a number and nothing
 * else.
 */
export function looksLikeFormula(text: string): boolean {
  return formulaStart.test(text) && !plainNumber.test(text)
}

const unmarked = (text: string) => text.replace(/^'+/, '')

/**
 * The text as a CSV file has it: with an apostrophe before what a spreadsheet would compute, and
 * before a text that looks as if it had one already, so that `unguarded` gives back every text.
 */
export function guarded(text: string): string {
  return looksLikeFormula(text) || (text.startsWith("'") && looksLikeFormula(unmarked(text)))
    ? `'${text}`
    : text
}

/** A text of which `guarded` made this one. */
export function unguarded(text: string): string {
  return text.startsWith("'") && looksLikeFormula(unmarked(text)) ? text.slice(1) : text
}
