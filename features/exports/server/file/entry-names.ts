import { beginOf } from '#kit/model/text/shortened.ts'

/** Names that Windows has for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const maximumLength = 120

/**
 * Names of the entries of a ZIP that stay in the folder where it is unpacked, on every system: no
 * separators, no dots at their ends, no two alike in upper and lower case.
 */
export class EntryNames {
  readonly #taken = new Set<string>()

  /** A name for a file that should be called so; the second one alike is `name (2).end`. */
  take(wanted: string): string {
    const [, stem = '', end = ''] = /^(.*?)(\.[a-z]{1,5})?$/isu.exec(safe(wanted)) ?? []
    for (let count = 1; ; count++) {
      const mark = count === 1 ? '' : ` (${count})`
      const short = beginOf(stem, maximumLength - end.length - mark.length)
      const tried = `${short.replace(/[. ]+$/, '')}${mark}${end}`
      const key = tried.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return tried
    }
  }
}

function safe(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  if (plain === '' || reserved.test(plain) || /^\.[a-z]{1,5}$/i.test(plain)) return `_${plain}`
  return plain
}
