/**
 * A text of a device or of another server as the database can hold it: a sign stands for a NUL, by
 * which some firmware ends its texts, and for half a character.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '␀').toWellFormed()
