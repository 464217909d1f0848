/** Units of time as people and models write them in the four languages, with their length, ms. */
const words: readonly (readonly [number, string])[] = [
  [1_000, 's|sec(?:ond)?s?|с|сек(?:унд\\p{L}*)?|giây|秒鐘?'],
  [60_000, 'min(?:ute)?s?|мин(?:ут\\p{L}*)?|phút|分鐘?|分钟'],
  [3_600_000, 'h|hrs?|hours?|ч|час(?:а|ов)?|giờ|tiếng|個?小時|小时|個?鐘頭'],
  [86_400_000, 'd|days?|д|дн(?:я|ей)|день|сут(?:ки|ок)?|ngày|天|日'],
  [604_800_000, 'weeks?|недел\\p{L}*|tuần|週|周|個?星期'],
]

const unit = words.map(([, source]) => source).join('|')

/** Only after a number, and not as the beginning of another word. */
export const unitPattern = `(?:(?:${unit})(?![\\p{L}])|(?:秒鐘?|分鐘?|分钟|個?小時|小时|天|日|週|個?星期))`

const exact = words.map(([ms, source]) => [ms, new RegExp(`^(?:${source})$`, 'u')] as const)

/** The length of a unit, ms; null: the word is none. */
export function unitMs(word: string): number | null {
  return exact.find(([, pattern]) => pattern.test(word))?.[0] ?? null
}
