import { numeral, numeralPattern } from './numerals.ts'
import type { TimeOfDay } from './times.ts'

/** What a form of a time found, by the names of its groups. */
export type Groups = Readonly<Record<string, string | undefined>>

/** Of "3 to 5 pm" both are of the afternoon, of "10 to 2 pm" one. */
export function hoursBetween(groups: Groups): readonly [TimeOfDay, TimeOfDay] {
  const [from, to] = [timeOfDay(groups), timeOfDay(groups, 'end')]
  const { half, endhalf } = groups
  if ((half === undefined) === (endhalf === undefined)) return [from, to]
  const same = { ...groups, half: half ?? endhalf, endhalf: endhalf ?? half }
  const [begin, end] = [timeOfDay(same), timeOfDay(same, 'end')]
  const isOrdered = 60 * begin.hours + begin.minutes < 60 * end.hours + end.minutes
  return isOrdered ? [begin, end] : [from, to]
}

/** Half of the day that a 12-hour clock leaves open, as folded questions write it. */
const afternoonWord = /^(?:pm|p\.m\.|in the (?:afternoon|evening)|下午|chieu|toi|дня|вечера)$/u
const nightWord = /^(?:at night|晚上?|dem)$/u
const noonWord = /^(?:中午|trua)$/u
const morningWord = /^(?:am|a\.m\.|in the morning|上午|凌晨|早上?|sang|утра|ночи)$/u

/** Hours without digits, on folded text. */
const hourWords: Readonly<Record<string, number>> = {
  ...{ noon: 12, midday: 12, midnight: 0, полдень: 12, полдня: 12, полудня: 12 },
  ...{ полночь: 0, полночи: 0, полуночи: 0, 正午: 12, 中午: 12, 午夜: 0 },
  ...{
    一: 1,
    二: 2,
    兩: 2,
    两: 2,
    三: 3,
    四: 4,
    五: 5,
    六: 6,
    七: 7,
    八: 8,
    九: 9,
    十: 10,
    十一: 11,
  },
  ...{ 十二: 12, 'giua trua': 12, 'nua dem': 0 },
}
/** Behind a number that is an hour stands no unit of a sensor and no decimal. */
export const noUnit =
  '(?![.,]\\d| ?(?:%|°|bars?|бар|psi|[km]pa|degrees?|percent|град|проц|mm|rpm|hz|kw|pcs|parts|шт))'

/** Of groups `hours`, `minutes` (`minutes2`, `thirty`), `half` of the day; or with `end` before. */
export function timeOfDay(groups: Groups, end = ''): TimeOfDay {
  const hoursText = groups[`${end}hours`] ?? ''
  const isEnd =
    end !== '' && /^(?:midnight|полночи|полуночи|полночь|午夜|nua dem)$/u.test(hoursText)
  const hours = isEnd
    ? 24
    : (hourWords[hoursText] ?? Number(hoursText === '' ? Number.NaN : hoursText))
  const minutes = minutesOf(groups, end)
  const half = groups[`${end}half`] ?? ''
  if (afternoonWord.test(half) && hours < 12) return { hours: hours + 12, minutes }
  if (morningWord.test(half) && hours === 12) return { hours: 0, minutes }
  if (noonWord.test(half) && hours < 4) return { hours: hours + 12, minutes }
  if (nightWord.test(half) && hours >= 6 && hours <= 12) return { hours: hours + 12, minutes }
  return { hours, minutes }
}

function minutesOf(groups: Groups, end: string): number {
  const [spoken, quarters] = [groups[`${end}minutes3`], groups[`${end}quarters`]]
  if (spoken !== undefined) return numeral(spoken.replace('零', ''))
  if (quarters !== undefined) return 15 * numeral(quarters)
  const thirty = groups[`${end}thirty`] === undefined ? 0 : 30
  return Number(groups[`${end}minutes`] ?? groups[`${end}minutes2`] ?? thirty)
}

/** Every number that the words of `lastOf` may be. */
export const countPattern = `(?<!\\d)\\d{1,4}(?:[.,]\\d)?|${numeralPattern}`

/** With the group `half` half a unit more. */
export const countIn = (groups: Groups) =>
  numberOf(groups['count']) + (groups['half'] === undefined ? 0 : 0.5)

function numberOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  return /^\d/u.test(text) ? Number(text.replace(',', '.')) : numeral(text)
}
