import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { useGridTexts } from '#kit/web/grid/use-grid-texts.ts'
import en from '../../../apps/web/texts/signed-in/en.json' with { type: 'json' }
import type { Layout } from './layout/item.ts'
import { LayoutGrid } from './layout-grid.tsx'

const layout: Layout = [
  { i: 'low', x: 0, y: 2, w: 6, h: 2 },
  { i: 'fixed', x: 6, y: 0, w: 6, h: 2, static: true },
  { i: 'first', x: 0, y: 0, w: 6, h: 2 },
]

function Grid({ isEditing }: { readonly isEditing: boolean }) {
  return (
    <LayoutGrid
      label="Dashboard"
      layout={layout}
      isEditing={isEditing}
      texts={useGridTexts()}
      nameOf={(i) => i}
      renderItem={({ i }) => <p>{i}</p>}
      onChange={() => {}}
    />
  )
}

const drawn = (isEditing: boolean) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Grid isEditing={isEditing} />
    </IntlProvider>,
  )

it('GR16 items are drawn in reading order, in their places', () => {
  const html = drawn(false)
  expect([...html.matchAll(/<p>(\w+)<\/p>/g)].map(([, i]) => i)).toEqual(['first', 'fixed', 'low'])
  expect(html).toContain('style="--x:0;--y:2;--w:6;--h:2"')
  expect(html).not.toContain('grid-grip')
})

it('GR6 static items have no handle while the others have one with their name', () => {
  const html = drawn(true)
  expect(html.match(/grid-grip/g)).toHaveLength(2)
  expect(html).toContain('aria-label="Move or resize first"')
  expect(html).not.toContain('Move or resize fixed')
  expect(html.match(/data-edge="corner"/g)).toHaveLength(2)
})
