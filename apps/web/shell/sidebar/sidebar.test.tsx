import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { siteQuery } from '../../../../features/session/web/session/use-site.ts'
import en from '../../texts/en.json' with { type: 'json' }
import { Sidebar } from './sidebar.tsx'

test('WE83 the previous website opens in a tab of its own, and says so', () => {
  const client = new QueryClient()
  client.setQueryData(siteQuery.queryKey, {
    data: {
      ...{ name: 'Plant', timezone: 'UTC', version: '1', legacyUrl: 'https://old.example/' },
      ...{ guideUrl: null, captcha: null, analyticsScript: null, demo: null },
    },
  } as never)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={en as never} timeZone="UTC">
        <Sidebar mode="full" onClose={() => undefined} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  const [link = ''] = /<a [^>]*old\.example.*?<\/a>/s.exec(markup) ?? []
  expect(link).toContain('target="_blank"')
  expect(link).toContain('rel="noopener noreferrer"')
  expect(link).toContain('<span>Previous website</span>')
  expect(link).toContain('<span class="visually-hidden">opens in a new tab</span>')
})
