import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import type { Outcome } from '../../contract/outcome.ts'
import imports from '../texts/on-demand/en.json' with { type: 'json' }
import { RefusedTable } from './refused-table.tsx'

const example = { sheet: null, line: 2, column: 'v', reason: 'not_finite', text: 'NaN' } as const

const shownFor = (outcome: Partial<Outcome>) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, imports }} timeZone="UTC">
      <RefusedTable outcome={outcome as Outcome} />
    </IntlProvider>,
  ).replaceAll(/<[^>]+>/g, '|')

test('IM20 of more refused rows than are shown the reasons are counted, each once', () => {
  const examples = Array.from({ length: 50 }, () => example)
  const reasons = { no_time: 2, not_finite: 1_200, time_skipped: 3 }
  const text = shownFor({ refused: 1_205, examples, reasons })
  expect(text).toMatch(/And 1.185 more: download the list\./)
  expect(text).toMatch(/Not a finite number: 1.200\|+Clocks skipped this time: 3\|+No time: 2/)
  const few = shownFor({ refused: 1, examples: [example], reasons: { not_finite: 1 } })
  expect(few).toContain('Line 2||v||Not a finite number||NaN')
  expect(few).not.toContain('Not a finite number: 1')
})
