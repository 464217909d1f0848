const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * A number as a person writes it, with a point or a comma; null for nothing, undefined for what is
 * no finite number, or could be meant in two ways (`1,000`).
 */
export function readEnd(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replaceAll(/[\s\u00a0\u2009\u202f]/g, '')
    .replace('\u2212', '-')
  if (plain === '') return null
  if (/,\d{3}$/.test(plain)) return undefined
  const written = plain.replace(',', '.')
  const value = number.test(written) ? Number(written) : NaN
  return Number.isFinite(value) ? value : undefined
}
