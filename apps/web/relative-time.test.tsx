import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { Locale } from '#kit/model/locale.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import en from './texts/en.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }
import vi from './texts/vi.json' with { type: 'json' }
import zhTw from './texts/zh-TW.json' with { type: 'json' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 10, 20, 12)
const catalogues = { en, ru, vi, 'zh-TW': zhTw }

function Ages({
  ages,
  isElapsed,
}: {
  readonly ages: readonly number[]
  readonly isElapsed: boolean
}) {
  const format = useFormat()
  return ages
    .map((age) => (isElapsed ? format.elapsed(now - age, now) : format.relative(now - age, now)))
    .join('|')
}

function agesInWords(
  locale: Locale,
  ages: readonly number[],
  isElapsed = false,
): readonly string[] {
  const markup = renderToStaticMarkup(
    <IntlProvider locale={locale} messages={catalogues[locale]} timeZone="Asia/Taipei">
      <Ages ages={ages} isElapsed={isElapsed} />
    </IntlProvider>,
  )
  return markup.split('|')
}

test.each([
  ['en', 'Just now|1 minute ago|2 minutes ago|5 minutes ago|1 hour ago|21 hours ago|1 day ago'],
  [
    'ru',
    'Только что|1 минуту назад|2 минуты назад|5 минут назад|1 час назад|21 час назад|1 день назад',
  ],
  ['zh-TW', '剛剛|1 分鐘前|2 分鐘前|5 分鐘前|1 小時前|21 小時前|1 天前'],
  ['vi', 'Vừa xong|1 phút trước|2 phút trước|5 phút trước|1 giờ trước|21 giờ trước|1 ngày trước'],
] as const)('KW8 relative times in the words of %s', (locale, expected) => {
  const ages = [29_999, 30_000, 2 * minute, 5 * minute, hour, 21 * hour, day]
  expect(agesInWords(locale, ages)).toEqual(expected.split('|'))
})

test('KW8 from two days on the date and time of the site is written', () => {
  expect(agesInWords('ru', [2 * day - 1, 2 * day])).toEqual(['1 день назад', '2026-11-18 20:00:00'])
})

test('KW8 the other form counts days', () => {
  expect(agesInWords('en', [0, hour, day, 400 * day], true)).toEqual([
    '1 minute ago',
    '1 hour ago',
    '1 day ago',
    '400 days ago',
  ])
  expect(agesInWords('ru', [21 * day, 22 * day, 25 * day], true)).toEqual([
    '21 день назад',
    '22 дня назад',
    '25 дней назад',
  ])
})
