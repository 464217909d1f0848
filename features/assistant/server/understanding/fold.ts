/**
 * Text as questions and names are compared: lower case, without accents and in half width. A part
 * of a text folds to the same as within the whole.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll(/[’‘`´]/gu, "'")
}

/**
 * Finds any of these as whole words of a folded text, in a language that separates words. A source
 * of an expression in lower case, spelled as people spell; a space is any white space.
 */
export function words(alternatives: string): RegExp {
  return new RegExp(`(?<!${wordSign})(?:${plain(alternatives)})(?!${wordSign})`, 'gu')
}

/** Chinese signs end a word of other scripts: 請問насос 7的. */
export const wordSign = String.raw`(?!\p{Script=Han})[\p{L}\p{N}]`

/** Finds any of these anywhere in a folded text, in a language that does not separate words. */
export function texts(alternatives: string): RegExp {
  return new RegExp(`(?:${plain(alternatives)})`, 'gu')
}

/** The source of an expression as folded texts are: classes as `\\p{L}` stay as they are. */
const plain = (source: string) =>
  source
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll(' ?', '\\s*')
    .replaceAll(' ', '\\s+')
