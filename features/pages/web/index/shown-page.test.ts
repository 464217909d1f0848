import { expect, test } from 'vitest'
import { shownPage } from './shown-page.ts'

test('PG34 a page that is not there is shown as missing; a wall goes on with the others', () => {
  const [first, second] = [{ id: 'a' }, { id: 'b' }]
  const pages = [first, second]
  expect(shownPage(pages, 'b', false)).toEqual({ shown: second, isMissing: false })
  expect(shownPage(pages, undefined, false)).toEqual({ shown: first, isMissing: false })
  expect(shownPage(pages, 'gone', false)).toEqual({ shown: undefined, isMissing: true })
  expect(shownPage(pages, 'gone', true)).toEqual({ shown: first, isMissing: false })
  expect(shownPage([], undefined, false)).toEqual({ shown: undefined, isMissing: false })
})
