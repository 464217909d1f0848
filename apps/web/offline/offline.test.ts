import { expect, onTestFinished, test, vi } from 'vitest'
import { formatElapsed, formatMoment } from './elapsed.ts'
import { startRetries } from './retries.ts'

const moment = Date.UTC(2026, 10, 20, 13, 3, 12)

test('OF2 since when values are old is shown on the clock of the site, in the language', () => {
  expect(formatMoment(moment, moment + 300_000, 'Europe/Berlin')).toBe('14:03:12')
  expect(formatMoment(moment, moment + 86_400_000, 'Asia/Taipei')).toBe('2026-11-20 21:03:12')
  const ages = [0, 59_999, 300_000, 7_200_000, 3 * 86_400_000].map((ms) =>
    formatElapsed(moment, moment + ms, 'en'),
  )
  expect(ages).toEqual([
    ...['0 seconds ago', '59 seconds ago', '5 minutes ago', '2 hours ago', '3 days ago'],
  ])
  const of = (locale: 'ru' | 'vi' | 'zh-TW') => formatElapsed(moment, moment + 300_000, locale)
  expect([of('ru'), of('zh-TW'), of('vi')]).toEqual(['5 минут назад', '5 分鐘前', '5 phút trước'])
  // A clock that was set back.
  expect(formatElapsed(moment, moment - 5_000, 'en')).toBe('0 seconds ago')
})

test('OF3 the page asks until the server is there, once at a time, and leaves once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers: ((isThere: boolean) => void)[] = []
  const events: (number | 'try')[] = []
  const onThere = vi.fn()
  const retries = startRetries({
    isThere: () => new Promise((resolve) => void answers.push(resolve)),
    ...{ onThere, random: () => 0 },
    onWait: (seconds) => void events.push(seconds),
    onTry: () => void events.push('try'),
  })
  await vi.advanceTimersByTimeAsync(4_000)
  retries.now()
  expect([events, answers.length]).toEqual([[4, 3, 2, 1, 'try'], 1])
  answers[0]?.(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(events.slice(5)).toEqual([4, 3])
  retries.now()
  answers[1]?.(true)
  await vi.advanceTimersByTimeAsync(60_000)
  retries.now()
  expect([events.slice(7), answers.length, onThere.mock.calls.length]).toEqual([['try'], 2, 1])
})
