import { expect, test } from 'vitest'
import type { Area } from '../../../contract/page.ts'
import { answered } from './answered.ts'
import { normalizePage, renameArea } from './areas.ts'
import { nameChoice, type Choices } from './reconcile.ts'

const base = normalizePage({
  name: 'Line 1',
  areas: ['a', 'b'].map((id, at): Area => ({
    ...{ id, name: id.toUpperCase(), x: 0, y: 5 * at, w: 6, h: 4, widgets: [] },
  })),
})
const theirs = { ...renameArea(base, 'a', 'Theirs'), name: 'Their page' }
const mine = { ...renameArea(base, 'a', 'Mine'), name: 'My page' }
const asked = { base, theirs, mine, edit: mine }
const both = (side: 'mine' | 'theirs'): Choices =>
  new Map([nameChoice, 'a'].map((id) => [id, side]))
const said = ({ name, areas }: typeof base) => [name, ...areas.map((area) => area.name)]

test.each([
  ['theirs', 'mine', ['My page', 'Mine', 'B']],
  ['mine', 'theirs', ['Their page', 'Theirs', 'B']],
] as const)(
  'PG100 an answer %s that could not be saved is given again as %s',
  (one, other, says) => {
    const first = answered(asked, both(one), mine)
    // The editor goes on with what could not be saved.
    const { content } = answered(first.question, both(other), first.content)
    expect(said(content)).toEqual(says)
  },
)

test('PG100 what was done in the editor since it was asked is in every answer', () => {
  const now = renameArea(mine, 'b', 'Later')
  const first = answered(asked, both('theirs'), now)
  expect(said(first.content)).toEqual(['Their page', 'Theirs', 'Later'])
  const { content } = answered(first.question, both('mine'), first.content)
  expect(said(content)).toEqual(['My page', 'Mine', 'Later'])
})
