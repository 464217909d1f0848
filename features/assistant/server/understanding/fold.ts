/**
 * The form of a text in which questions and names are compared: lower case, without accents and in
 * half width. A part of a text folds to the same as within the whole.
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
  return atFirstUse(
    () => new RegExp(`(?<!${wordSign})(?:${plain(alternatives)})(?!${wordSign})`, 'gu'),
  )
}

/** Chinese signs end a word of other scripts: 請問насос 7的. */
export const wordSign = String.raw`(?!\p{Script=Han})[\p{L}\p{N}]`

/** Finds any of these anywhere in a folded text, in a language that does not separate words. */
export function texts(alternatives: string): RegExp {
  return atFirstUse(() => new RegExp(`(?:${plain(alternatives)})`, 'gu'))
}

/** The source of these Latin words between other signs: no part of a word of another language. */
export const latin = (alternatives: string): string =>
  String.raw`(?<!\p{Script=Latin})(?:${alternatives})(?!\p{Script=Latin})`

/**
 * An expression that is made when it is first used: a server that starts would spend a tenth of a
 * second on the hundreds of all languages, of which most are never needed.
 */
function atFirstUse(make: () => RegExp): RegExp {
  let made: RegExp | undefined
  return new Proxy(/(?:)/, {
    get(_, key) {
      made ??= make()
      const value: unknown = Reflect.get(made, key)
      return typeof value === 'function' ? value.bind(made) : value
    },
    set(_, key, value) {
      made ??= make()
      return Reflect.set(made, key, value)
    },
  })
}

/** The source of an expression as folded texts are: classes as `\\p{L}` stay as they are. */
const plain = (source: string) =>
  source
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll(' ?', '\\s*')
    .replaceAll(' ', '\\s+')
