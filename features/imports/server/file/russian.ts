/** The encodings of Russian, the most usual one first: of a text that fits several it counts. */
const russianEncodings = ['windows-1251', 'cp866', 'koi8-r'] as const
export type RussianEncoding = (typeof russianEncodings)[number]

/** The letters of Russian, the most frequent ones first. */
const letters = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'
/** Pairs of letters that are frequent in Russian, and in what sensors are called. */
const pairs = new Set(
  (
    'ст но то на ен ов ни ра во ко ро ре ер ан ор ос ал пр ли те по ть та ес от го не ет ла ка ' +
    'ат де ол ие ри ло ти да вл ле ма ем ам об за тр ве ур вр мя им ас ап ав ия ту мп пе ви ' +
    'ча вх вы хо бо ды па ел ин ит ис ак ок мо ну ар га ме кл ль чи'
  ).split(' '),
)
/** What stands beside Russian words. */
const signs = '°№·«»\u00a0'
const vowel = /[аеёиоуыэюя]/
const beside = letters.length / 2
const unusual = letters.length
const impossible = 2 * letters.length
const usualPair = 8

/**
 * The encoding by which the bytes of a text are most like Russian; null where they are not: most
 * words with Russian letters have Latin ones as well.
 */
export function russianEncoding(bytes: Buffer): RussianEncoding | null {
  const read = russianEncodings.map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes)
    return { encoding, text, cost: costOf(text) }
  })
  const best = read.reduce((one, other) => (other.cost < one.cost ? other : one))
  return isRussian(best.text) ? best.encoding : null
}

/** How little a text is like Russian, a letter. Lines of one sign, as frames have, do not count. */
function costOf(text: string): number {
  let [sum, count, before] = [0, 0, '']
  for (const character of text.replaceAll(/([^\0-\x7f])\1{2,}/g, ' ')) {
    if (character >= '\u0080') {
      sum += costAfter(before, character)
      count += 1
    }
    before = character
  }
  return sum / Math.max(1, count)
}

function costAfter(former: string, character: string): number {
  const [before, letter] = [former.toLowerCase(), character.toLowerCase()]
  const rank = letters.indexOf(letter)
  if (rank === -1) return signs.includes(character) ? beside : impossible
  const isFirst = !letters.includes(before) || before === ''
  const isCapitalWithin = !isFirst && before === former && letter !== character
  const isSignOfNothing = /[ъь]/.test(letter) && (isFirst || vowel.test(before))
  return (
    rank +
    (isCapitalWithin ? unusual : 0) +
    (isSignOfNothing || (isFirst && letter === 'ы') ? unusual : 0) -
    (pairs.has(before + letter) ? usualPair : 0)
  )
}

/** Russian words have no Latin letters; of Western ones only some letters are foreign. */
function isRussian(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? []
  const foreign = words.filter((word) => word.length > 1 && /[\u0400-\u04ff]/.test(word))
  const whole = foreign.filter((word) => !/[A-Za-z]/.test(word))
  return whole.length * 2 > foreign.length
}
