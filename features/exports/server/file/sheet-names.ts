const maximumLength = 31

/** Excel has a sheet of this name for itself. */
const reserved = 'history'

/**
 * Names of sheets as Excel takes them: at most 31 characters, none of `[ ] : * ? / \`, no two alike
 * in upper and lower case, nor in the ways in which other programs compare them.
 */
export class SheetNames {
  readonly #taken = new Set<string>()

  /** A name for the sheet that should be called so; the second one alike ends in ` (2)`. */
  take(wanted: string): string {
    const name = wanted
      .toWellFormed()
      .replaceAll(/[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]/gu, ' ')
      .replaceAll(/^[' ]+|[' ]+$/g, '')
    for (let count = 1; ; count++) {
      const end = count === 1 ? '' : ` (${count})`
      const tried = cut(name === '' ? '-' : name, maximumLength - end.length) + end
      const key = folded(tried)
      if (key === reserved || this.#taken.has(key)) continue
      this.#taken.add(key)
      return tried
    }
  }
}

/** LibreOffice takes ı for I, Gnumeric ß for SS, of which it then shows one; others widths. */
const folded = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase()

/** Not within a pair of surrogates. */
function cut(text: string, length: number): string {
  const end = text.codePointAt(length - 1) ?? 0
  const short = text.slice(0, end > 0xffff ? length - 1 : length)
  return short.replace(/[' ]+$/, '')
}
