import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import type { Preview, Proposal } from '../../contract/mapping.ts'
import imports from '../texts/on-demand/en.json' with { type: 'json' }
import { draftOf } from './draft.ts'
import { TimeFields } from './time-fields.tsx'

const shownFor = (part: Partial<Proposal>) => {
  const proposal = { timeColumn: 0, timeFormat: 'day-first', shape: 'wide', ...part } as Proposal
  const table: Preview = { sheet: null, head: ['t', 'v'], rows: [], proposal }
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, imports }} timeZone="UTC">
      <TimeFields
        draft={draftOf(table, [], 'UTC')}
        {...{ table, siteZone: 'UTC' }}
        onChange={() => {}}
      />
    </IntlProvider>,
  )
}

test('IM25 the form says of which century short years are, and asks what comes first', () => {
  const rule = '69 to 99 count as 1969 to 1999, 00 to 68 as 2000 to 2068'
  expect(shownFor({ hasShortYears: true })).toContain(rule)
  expect(shownFor({ hasShortYears: true })).not.toContain('choose which')
  expect(shownFor({ hasShortYears: false })).not.toContain(rule)
  expect(shownFor({ hasShortYears: true, timeFormat: null })).toContain('03/04/05')
  expect(shownFor({ hasShortYears: false, timeFormat: null })).toContain('the 3rd of April')
})
