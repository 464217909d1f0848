import type { ArticleReader, FoundArticle } from '#features/assistant/server/services.ts'

const article = (id: number, title: string, text: string, sensors: readonly number[] = []) => ({
  ...{ id, title, text, excerpt: text.slice(0, 80), sensors },
})

/** Published articles of the plant of the questions; the first is of the pressure of boiler 1. */
export const articles: readonly FoundArticle[] = [
  article(1, 'Boiler pressure too high', 'Open the relief valve, then call the shift lead.', [1]),
  article(2, 'Replacing the filter of a pump', 'Close both valves before you replace the filter.'),
  article(3, 'Замена фильтра насоса', 'Закройте оба клапана, потом замените фильтр насоса.'),
  article(4, '更換泵浦濾網', '先關閉兩個閥門，再更換濾網。'),
  article(5, 'Thay bộ lọc của bơm', 'Đóng hai van trước khi thay bộ lọc.'),
]

/** Of the rule with this id; it counts for the level of tank 1. */
export const levelRule = { id: 7, sensorId: 5 }
const ruleArticle = article(6, 'Tank runs dry', 'Stop the pump and open the inlet.')

const plain = (text: string) =>
  text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd')

/** Whether a text has a word, in whatever form: what the full-text search of the server does. */
function hasWord({ title, text }: FoundArticle, word: string): boolean {
  const all = plain(`${title} ${text}`)
  const own = plain(word)
  if (!/\p{Script=Han}/u.test(own))
    return new RegExp(`(?<!\\p{L})${own.slice(0, Math.max(3, own.length - 2))}`, 'u').test(all)
  return Array.from({ length: Math.max(1, own.length - 1) }, (_, at) =>
    own.slice(at, at + 2),
  ).every((pair) => all.includes(pair))
}

export const articleReader: ArticleReader = {
  async find(words, limit) {
    const hits = (each: FoundArticle) => words.filter((word) => hasWord(each, word)).length
    return articles
      .filter((each) => words.length > 0 && hits(each) >= Math.ceil(words.length * 0.6))
      .toSorted((one, other) => hits(other) - hits(one))
      .slice(0, limit)
  },
  async procedures({ sensors, rules }, limit) {
    const own = articles.filter((each) => each.sensors.some((id) => sensors.includes(id)))
    return [...own, ...(rules.includes(levelRule.id) ? [ruleArticle] : [])].slice(0, limit)
  },
}
