import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { loadGuide } from '../../../features/toolbox/web/documentation/guide-pages.ts'
import { firstPage, helpPageOf } from '../../../features/toolbox/web/help/help-pages.ts'
import { features } from '../features.ts'
import { plainPath, routeTable } from './route-table.ts'

const table = routeTable(features, [{ key: 'boiler', name: 'Boilers' }])

test('TB4 every screen behind the sign-in has its page, in all four languages', async () => {
  const paths = table.screens
    .filter(({ gate }) => gate !== 'public')
    .map(({ path }) => plainPath(path.replaceAll(/\$\w+/g, '7')))
  const pages = new Map(paths.map((path) => [path, helpPageOf(path)]))
  expect([...pages].filter(([, page]) => page === undefined)).toEqual([])
  for (const locale of locales) {
    const known = new Set((await loadGuide(locale)).map(({ id }) => id))
    expect([...pages.values(), firstPage].filter((page) => !known.has(page ?? ''))).toEqual([])
  }
})

test('TB4 screens about the application itself have pages of their own', () => {
  const paths = ['/theme/index', '/i18n', '/administrator/errors', '/administrator/users']
  expect(paths.map(helpPageOf)).toEqual([
    ...['appearance', 'translations', 'error-log', 'administration'],
  ])
})
