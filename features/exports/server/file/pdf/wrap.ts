import type { Locale } from '#kit/model/locale.ts'

/**
 * Lines of a text that are no wider than `width`: broken between words, in Chinese between any of
 * them, and within a word that is wider than a line. What was written as lines stays so.
 */
export function wrap(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  language: Locale,
): string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  return text.split(/\r\n|[\n\r\u2028]/).flatMap((line) => {
    const lines: string[] = []
    let present = ''
    for (const { segment } of words.segment(line)) {
      if (widthOf((present + segment).trimEnd()) <= width) present += segment
      else {
        if (present.trim() !== '') lines.push(present.trimEnd())
        const parts = pieces(segment.trimStart(), width, widthOf)
        lines.push(...parts.slice(0, -1))
        present = parts.at(-1) ?? ''
      }
    }
    return [...lines, present.trimEnd()]
  })
}

/** A word in parts that fit a line. */
function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
