import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { queryOf } from '#kit/web/calls/query-of.ts'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import { listExports, type ExportJob } from '../../contract/routes.ts'
import exports from '../texts/en.json' with { type: 'json' }
import { FileChoice } from './file-choice.tsx'

const fileOf = (id: string) =>
  ({
    ...{ id, fileName: `${id}.csv`, kind: 'readings', format: 'csv', state: 'done', isOpen: true },
    ...{ sentBy: null, fileCount: null, mode: null, step: 'raw', bytes: 5, timezone: 'UTC' },
    ...{ from: 0, to: 86_400_000 },
  }) as unknown as ExportJob

/** The files with whether they are ticked, and what is said of them. */
function listed(present: readonly ExportJob[], chosen: readonly ExportJob[]) {
  const client = new QueryClient()
  const { queryKey } = queryOf(listExports, {})
  client.setQueryData([...queryKey], { success: true, data: [...present], meta: {} })
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={{ ...common, exports }} timeZone="UTC">
        <FileChoice chosen={chosen} onChange={() => undefined} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return [...drawn.matchAll(/<label.*?<\/label>/g)].map(([label]) => [
    /title="(.*?)"/.exec(label)?.[1],
    label.includes('checked=""') && !label.includes('disabled=""'),
    label.includes('No longer there'),
  ])
}

test('EX107 a chosen file that has expired can be unticked, and is said to be gone', () => {
  const [first, second] = [fileOf('first'), fileOf('second')]
  const expired = { ...first, isOpen: false }
  const all = [
    ['second.csv', false, false],
    ['first.csv', true, true],
  ]
  expect(listed([second], [first])).toEqual(all)
  expect(listed([expired, second], [first])).toEqual(all)
  expect(listed([], [first])).toEqual([all[1]])
  expect(listed([first, second], [first])).toEqual([
    ['first.csv', true, false],
    ['second.csv', false, false],
  ])
  expect(listed([second], [])).toEqual([all[0]])
})
