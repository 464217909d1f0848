/** Spreadsheets take a text that begins so for a formula, wherever they read it from. */
const formulaStart = /^[=+\-@\t\r]/
const plainNumber = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Whether a spreadsheet might compute this text; a number with a minus is a number and nothing
 * else.
 */
export function looksLikeFormula(text: string): boolean {
  return formulaStart.test(text) && !plainNumber.test(text)
}
