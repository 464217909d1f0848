const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/**
 * Characters that XML has no way to write, and the escape of spreadsheets itself. LibreOffice reads
 * no escape of others.
 */
const unwritable = /(?![\t\n\u007F-\u009F])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu
const needsCare = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/** A text inside an element or attribute of SpreadsheetML; readers get it back as it was. */
export function xmlText(text: string): string {
  if (!needsCare.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(
      unwritable,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (sign) => special[sign] ?? sign)
}
