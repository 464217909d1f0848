/**
 * Characters that a terminal obeys, or that nobody sees: control characters, marks of direction,
 * zero-width and other invisible ones, separators of lines, and halves of a surrogate pair.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const asEscape = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/**
 * Text for a terminal: what would steer it or stay unseen is written as an escape such as \u001b;
 * lines stay lines.
 */
export function printable(text: string): string {
  return text.replaceAll(unseen, (character) =>
    character === '\n' ? character : asEscape(character),
  )
}

/** Like `printable`, for a piece of a line: the end of a line is escaped too. */
export function printableOnLine(text: string): string {
  return text.replaceAll(unseen, asEscape)
}

/** JSON text of the same value, in which strings carry what would steer a terminal as escapes. */
export function printableJson(json: string): string {
  return json.replaceAll(unseen, (character) => {
    // Between values JSON has line ends of its own; inside strings they are escaped already.
    if (character === '\n') return character
    return Array.from({ length: character.length }, (_, index) =>
      asEscape(String.fromCodePoint(character.charCodeAt(index))),
    ).join('')
  })
}
