import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { useFormat } from '#kit/web/formats/use-format.ts'
import ru from './texts/ru.json' with { type: 'json' }

function Durations() {
  const format = useFormat()
  const times = [format.age(16_000), format.duration(366_000), format.hours(12_846.5).text]
  return times.join('|')
}

test('KW2 no line ends within a duration', () => {
  const markup = renderToStaticMarkup(
    <IntlProvider locale="ru" messages={ru} timeZone="UTC">
      <Durations />
    </IntlProvider>,
  )
  expect(markup).not.toContain(' ')
  expect(markup.split('|')[0]).toBe('16\u00a0с')
})
