import { looksLikeFormula } from '#kit/model/spreadsheet-text.ts'

const guarded = (text: string) =>
  looksLikeFormula(text) || text.startsWith("'") ? `'${text}` : text

/** What a cell of such a file says. */
export const unguarded = (text: string) => (text.startsWith("'") ? text.slice(1) : text)

const quoted = (text: string) =>
  /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Lines of cells as a file, the heads first; in UTF-8 that spreadsheets recognise. */
export function csvText(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const written = lines.map((cells) => cells.map((text) => quoted(guarded(text))).join(','))
  return `\ufeff${[head.join(','), ...written].join('\r\n')}\r\n`
}
