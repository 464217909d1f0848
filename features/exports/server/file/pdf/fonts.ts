import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const family = '@expo-google-fonts/noto-sans-tc'

/** Noto Sans TC has Latin with all letters of Vietnamese, Cyrillic, and Traditional Chinese. */
export const fontPaths = {
  regular: resolve(`${family}/400Regular/NotoSansTC_400Regular.ttf`),
  bold: resolve(`${family}/700Bold/NotoSansTC_700Bold.ttf`),
} as const
export type FontName = keyof typeof fontPaths

/** Stands for a character that the font does not have. */
const missing = '□'

/** Gives texts as the font can write them: of a document all text goes through it. */
export function printableBy(path: string): (text: string) => string {
  const opened = openSync(path)
  if (!('hasGlyphForCodePoint' in opened)) throw new Error('the font is a collection')
  const font: Font = opened
  const written = new Map<string, string>()
  const characterOf = (character: string): string => {
    if (/\p{Zs}/u.test(character)) return ' '
    // Marks of direction and what joins are never seen.
    if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return ''
    return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : missing
  }
  return (text) => {
    let printable = ''
    for (const character of text.toWellFormed().normalize('NFC')) {
      const found = written.get(character) ?? characterOf(character)
      written.set(character, found)
      printable += found
    }
    return printable
  }
}
