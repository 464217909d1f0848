import type { Locale } from '#kit/model/locale.ts'

/**
 * Lines of a text that are no wider than `width`: broken at blanks, in Chinese between any words,
 * but never before what closes a sentence, and within a word that is wider than a line. What was
 * written as lines stays so.
 */
export function wrap(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  language: Locale,
): string[] {
  return text.split(/\r\n|[\n\r\u2028]/).flatMap((line) => {
    const lines: string[] = []
    let present = ''
    for (const part of unbroken(line, language)) {
      if (widthOf((present + part).trimEnd()) <= width) present += part
      else {
        if (present.trim() !== '') lines.push(present.trimEnd())
        const parts = pieces(part.trimStart(), width, widthOf)
        lines.push(...parts.slice(0, -1))
        present = parts.at(-1) ?? ''
      }
    }
    return [...lines, present.trimEnd()]
  })
}

const blank = /\s$/u
/** Written without blanks between words. */
const chinese = /\p{Script=Han}/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u

/** A line in parts that stay together; a date is one, though it has hyphens. */
function unbroken(line: string, language: Locale): string[] {
  const parts: string[] = []
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(line)) {
    const before = parts.at(-1)
    const breaks =
      before === undefined ||
      blank.test(before) ||
      ((chinese.test(before) || chinese.test(segment)) && !closing.test(segment))
    if (breaks) parts.push(segment)
    else parts.push((parts.pop() ?? '') + segment)
  }
  return parts
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
