const plainDecimal = /^-?(0|[1-9]\d*)(\.\d+)?$/
/** A double has so many decimal digits for sure. */
const exactDigits = 15

/**
 * The number that a text is beyond doubt; null for any other text. Leading zeros belong to a name
 * (`0042`), and more digits than a double holds would be rounded.
 */
export function plainNumberOf(text: string): number | null {
  const plain = text.trim()
  if (!plainDecimal.test(plain)) return null
  return plain.replaceAll(/\D/g, '').length <= exactDigits ? Number(plain) : null
}
