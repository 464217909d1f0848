/**
 * Numbers in words: a model may write forty-two. One and zero are left out, which are words of
 * their own in each language; what cannot be computed is a number that nothing has.
 */
const small: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40 },
  ...{ fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ два: 2, две: 2, двух: 2, три: 3, трех: 3, четыре: 4, пять: 5, шесть: 6, семь: 7 },
  ...{ восемь: 8, девять: 9, десять: 10, одиннадцать: 11, двенадцать: 12, тринадцать: 13 },
  ...{ четырнадцать: 14, пятнадцать: 15, шестнадцать: 16, семнадцать: 17, восемнадцать: 18 },
  ...{ девятнадцать: 19, двадцать: 20, тридцать: 30, сорок: 40, пятьдесят: 50 },
  ...{ шестьдесят: 60, семьдесят: 70, восемьдесят: 80, девяносто: 90, сто: 100 },
}
/** Words that stand for an amount in any company. */
const largeWords = [
  'hundreds?|thousands?|millions?|billions?|dozens?|trăm|nghìn|ngàn|triệu',
  String.raw`двест\p{L}*|трист\p{L}*|\p{L}*сот|тысяч\p{L}*|миллион\p{L}*|миллиард\p{L}*`,
]
const large = new RegExp(`^(?:${largeWords.join('|')})$`, 'u')
const vietnamese: Readonly<Record<string, number>> = {
  ...{ hai: 2, ba: 3, bốn: 4, tư: 4, năm: 5, lăm: 5, sáu: 6, bảy: 7, tám: 8, chín: 9 },
}
const chinese: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 一: 1, 二: 2, 兩: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
}
const chineseRun =
  /[〇零一二兩两三四五六七八九十百千萬]{2,}|[二兩两三四五六七八九十](?=\s*(?:個|个|台|臺|次|度|筆|支|巴|攝氏|%|點\S))/gu

/** The numbers that a text in small letters has in words. */
export function numeralsOf(text: string): number[] {
  const found: number[] = []
  let sum: number | null = null
  const end = () => {
    if (sum !== null) found.push(sum)
    sum = null
  }
  for (const [word] of text.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]+/gu)) {
    const value = small[word.replaceAll('ё', 'е')]
    if (value !== undefined) sum = (sum ?? 0) + value
    else if (large.test(word)) sum = Number.NaN
    else end()
  }
  end()
  return [...found, ...inVietnamese(text), ...inChinese(text)]
}

/** Tens and units: `bốn mươi hai`. A single one may be a word of its own: `năm` is a year, too. */
function inVietnamese(text: string): number[] {
  const form = /(?:(\p{L}+) )?mươi(?: (\p{L}+))?/gu
  return [...text.matchAll(form)].map(([, tens = '', units = '']) => {
    const ten = vietnamese[tens]
    return ten === undefined ? Number.NaN : ten * 10 + (vietnamese[units] ?? 0)
  })
}

function inChinese(text: string): number[] {
  return [...text.matchAll(chineseRun)].map(([run]) => {
    const match =
      /^(?:([一二兩两三四五六七八九])?百零?)?(?:([一二三四五六七八九])?(十))?([一二兩两三四五六七八九])?$/u.exec(
        run,
      )
    if (!match) return Number.NaN
    const [, hundreds, tens, ten, units] = match
    const digit = (sign: string | undefined, absent: number) => chinese[sign ?? ''] ?? absent
    const hundred = run.includes('百') ? digit(hundreds, 1) * 100 : 0
    return hundred + (ten === undefined ? 0 : digit(tens, 1) * 10) + digit(units, 0)
  })
}
