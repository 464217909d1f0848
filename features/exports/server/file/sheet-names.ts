import { sheetName } from '#kit/model/exported-names.ts'

/** Excel has a sheet of this name for itself. */
export const reserved = 'history'

/**
 * Names of sheets as Excel takes them, see `sheetName`: no two alike in upper and lower case, nor
 * in the ways in which other programs compare them.
 */
export class SheetNames {
  readonly #taken = new Set<string>()

  /** A name for the sheet that should be called so; the second one alike ends in ` (2)`. */
  take(wanted: string): string {
    for (let count = 1; ; count++) {
      const end = count === 1 ? '' : ` (${count})`
      const tried = sheetName(wanted, end.length) + end
      const key = folded(tried)
      if (key === reserved || this.#taken.has(key)) continue
      this.#taken.add(key)
      return tried
    }
  }
}

/** LibreOffice takes ı for I, Gnumeric ß for SS, of which it then shows one; others widths. */
export const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()
