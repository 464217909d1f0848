import { QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/calls/query.ts'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import { handoverQuery } from '../handover/query-handover.ts'
import alarms from '../texts/en.json' with { type: 'json' }
import { NotRenewed } from './not-renewed.tsx'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 4, 14) }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('AL108 a handover that could not be loaded again says of when it is', async () => {
  let status = 200
  vi.stubGlobal('document', { cookie: 'language=en' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: null }, { status })))
  const client = createQueryClient({
    ...{ onSessionEnd: () => {}, onForbidden: () => {} },
    ...{ isSignedIn: () => true, isSigningOut: () => false },
  })
  const observer = new QueryObserver(client, handoverQuery(null))
  const shown = () =>
    renderToStaticMarkup(
      <IntlProvider locale="en" messages={{ ...common, alarms }} timeZone="UTC">
        <NotRenewed query={observer.getCurrentResult()} />
      </IntlProvider>,
    )
  const end = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(shown()).toBe('')
  status = 500
  await vi.advanceTimersByTimeAsync(30_000)
  await observer.refetch()
  expect(observer.getCurrentResult().data).toEqual({ data: null })
  expect(shown()).toContain('As of 2026-05-04 14:00:00: it could not be loaded again since')
  status = 200
  await vi.advanceTimersByTimeAsync(30_000)
  await observer.refetch()
  expect(shown()).toBe('')
  end()
  client.clear()
})
