const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u

const broad = /[MWmw@%—…·→←№ДЖМФШЩЪЫЮжмфшщъыю]/u
const capital = /\p{Lu}/u
const narrow = /[\s.,:;!|'()[\]/ijlfrtI]/u

/** How wide a letter is at most in a bold font, in its sizes. */
function letterWidth(letter: string): number {
  if (letter.length > 1 || wide.test(letter)) return 1
  if (broad.test(letter)) return 1.1
  if (capital.test(letter)) return 0.8
  return narrow.test(letter) ? 0.45 : 0.7
}

/** How wide a text is in a font of this size, at most, so that it stays in its room. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const each of text) width += letterWidth(each)
  return width * size
}
