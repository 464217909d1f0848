/** An e-mail address is refused at this many characters. */
export const maximumEmailLength = 255

const emailPattern = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]{2,}$/

/**
 * Whether `text` is an e-mail address, of at most 254 characters. Surrounding spaces are the
 * caller's to trim.
 */
export function isEmail(text: string): boolean {
  return text.length < maximumEmailLength && emailPattern.test(text)
}

/**
 * Whether a link leads out of the application: it begins with `http:`, `https:`, `mailto:` or
 * `tel:`.
 */
export function isExternalLink(address: string): boolean {
  return /^(?:https?|mailto|tel):/i.test(address)
}

const label = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?`
const host = String.raw`(?:\[[\da-f:.]+\]|${label}(?:\.${label})*\.?)`
const urlPattern = new RegExp(
  String.raw`^(?:https?|ftp)://(?:[^\s/?#@]*@)?${host}(?::(\d{1,5}))?(?:[/?#]\S*)?$`,
  'iu',
)
const maximumPort = 65_535

/**
 * Whether `text` is an absolute address of the web or of a file server: `http`, `https` or `ftp`,
 * with a host.
 */
export function isUrl(text: string): boolean {
  const match = urlPattern.exec(text)
  return match !== null && Number(match[1] ?? 0) <= maximumPort
}
