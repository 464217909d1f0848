/** Numbers without digits, as folded questions write them. */

/** In these languages a number up to 99 is the sum of its words. */
const words: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
  ...{ sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ один: 1, одну: 1, одна: 1, два: 2, две: 2, три: 3, четыре: 4, пять: 5, шесть: 6 },
  ...{ семь: 7, восемь: 8, девять: 9, десять: 10, одиннадцать: 11, двенадцать: 12 },
  ...{ тринадцать: 13, четырнадцать: 14, пятнадцать: 15, шестнадцать: 16, семнадцать: 17 },
  ...{ восемнадцать: 18, девятнадцать: 19, двадцать: 20, тридцать: 30, сорок: 40 },
  ...{ пятьдесят: 50, шестьдесят: 60, семьдесят: 70, восемьдесят: 80, девяносто: 90 },
}

/** In these a number stands before ten, and another one behind it. */
const digits: Readonly<Record<string, number>> = {
  ...{ 一: 1, 二: 2, 兩: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
  ...{ mot: 1, hai: 2, ba: 3, bon: 4, tu: 4, nam: 5, lam: 5, sau: 6, bay: 7, tam: 8, chin: 9 },
}
const ten = /十|muoi/u

/** Halves, and articles that count one. */
const others: Readonly<Record<string, number>> = {
  ...{ 'half an': 0.5, 'half a': 0.5, half: 0.5, a: 1, an: 1 },
  ...{ полтора: 1.5, полторы: 1.5, 半: 0.5, nua: 0.5 },
}

const listOf = (isListed: (value: number, word: string) => boolean) =>
  Object.entries(words)
    .filter(([word, value]) => isListed(value, word))
    .map(([word]) => word)
    .join('|')
const below = '[一二兩两三四五六七八九]'
const vietnamese = 'mot|hai|ba|bon|nam|sau|bay|tam|chin'

/** Before a number these are a part of it, which nothing here reads. */
const hundreds =
  '(?:hundred|thousand)(?: and)?[ -]|(?:сто|двести|триста|тысяч[аиу]?) |(?:tram|nghin) '

/** The source of an expression that finds any such number up to 99. */
export const numeralPattern =
  `(?<!${hundreds}|[十百千零〇]|${below})(?:` +
  [
    ...Object.keys(others).toSorted((one, other) => other.length - one.length),
    `(?:${listOf((value) => value >= 20)})(?:[ -](?:${listOf((value) => value < 10)}))?`,
    listOf((value) => value < 20),
    `${below}?十${below}?|${below}`,
    `(?:(?:${vietnamese}) )?muoi(?: (?:tu|lam|${vietnamese}))?|${vietnamese}`,
  ].join('|') +
  ')'

/** What such a number means; NaN: it is none. */
export function numeral(text: string): number {
  const whole = others[text]
  if (whole !== undefined) return whole
  const [before = '', behind] = text.split(ten)
  if (behind !== undefined) return 10 * (digitOf(before) ?? 1) + (digitOf(behind) ?? 0)
  return digitOf(text) ?? text.split(/[\s-]+/u).reduce((sum, word) => sum + (words[word] ?? NaN), 0)
}

const digitOf = (text: string): number | undefined => digits[text.trim()]
