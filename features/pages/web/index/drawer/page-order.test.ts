import { expect, test } from 'vitest'
import { movedTo } from '../../moved-to.ts'
import { reordered } from './page-order.ts'

test('PG33 a page that is moved takes its place, and all others stay in their order', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(movedTo(['a', 'b'], 'gone', 0)).toEqual(['a', 'b'])
})

test('PG33 only own pages are ordered, whatever others share', () => {
  const pages = [
    ...['a', 'b', 'c'].map((id) => ({ id, access: 'owner' as const })),
    { id: 'edited', access: 'edit' as const },
    { id: 'read', access: 'read' as const },
  ]
  expect(reordered(pages, 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(reordered(pages, 'c', 3)).toBeNull()
  expect(reordered(pages, 'a', -1)).toBeNull()
  expect(reordered(pages, 'b', 1)).toBeNull()
  expect(reordered(pages, 'edited', 0)).toBeNull()
  expect(reordered(pages, 'read', 4)).toBeNull()
})
