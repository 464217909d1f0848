import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import type { ExportJob } from '../../contract/routes.ts'
import exports from '../texts/en.json' with { type: 'json' }
import { JobState } from './job-state.tsx'

const job = { state: 'done', isOpen: true, rows: 5, bytes: 88_000, expiresAt: null } as const

/** What is said of a finished job. */
const stateText = (rest: Partial<ExportJob>) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, exports }} timeZone="UTC">
      <JobState job={{ ...(job as unknown as ExportJob), ...rest }} />
    </IntlProvider>,
  ).replaceAll(/<[^>]+>/g, '')

test('EX10 a report has pages, a file of readings rows, an archive neither', () => {
  expect(stateText({ kind: 'readings' })).toMatch(/^5 rows, 88 kB, until/)
  expect(stateText({ kind: 'readings', rows: 0 })).toMatch(/^No readings in this period/)
  expect(stateText({ kind: 'report' })).toMatch(/^5 pages, 88 kB, until/)
  expect(stateText({ kind: 'handover', rows: 1 })).toMatch(/^1 page, 88 kB, until/)
  expect(stateText({ kind: 'archive' })).toMatch(/^88 kB, until/)
})
