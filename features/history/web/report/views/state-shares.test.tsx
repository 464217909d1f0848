import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { testView } from '#testing/widgets/views.ts'
import common from '../../../../../apps/web/texts/en.json' with { type: 'json' }
import history from '../../texts/en.json' with { type: 'json' }
import { drawnTimes } from '../../../contract/state-times.ts'
import { StateShares } from './state-shares.tsx'

const hour = 3_600_000
const { sensor } = testView({ sensor: { type: 'lamp', states: { 1: { colour: 'green' } } } })

test('HI32 each state has its time, bad time and time without data among them', () => {
  const drawn = renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, history }} timeZone="UTC">
      <StateShares
        sensor={sensor}
        title="Lamp"
        times={drawnTimes(
          [{ from: 0, to: 6 * hour, state: '1' }],
          [{ from: 6 * hour, to: 8 * hour }],
          { from: 0, to: 10 * hour },
          false,
        )}
      />
    </IntlProvider>,
  )
  const items = [...drawn.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) =>
    (item ?? '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  expect(items).toEqual([
    '1 6 h 00 min 60.0 %',
    'bad 2 h 00 min 20.0 %',
    'No data 2 h 00 min 20.0 %',
  ])
  const counts = [...drawn.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
  expect(counts.map(([, name, figure]) => [name, figure])).toEqual([
    ['Availability', '60.0 %'],
    ['Changes', '0'],
  ])
})
