import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Panel } from './panel.tsx'

const texts = {
  refresh: 'Refresh',
  collapse: 'Collapse',
  expand: 'Expand',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  loading: 'Loading',
}
const drawn = (props: Partial<Parameters<typeof Panel>[0]> = {}) =>
  renderToStaticMarkup(
    <Panel title="Oven" texts={texts} {...props}>
      <p>content</p>
    </Panel>,
  )

describe('a panel', () => {
  it('WD30 has the room, the head, the shadow and the colour of the specification', () => {
    const html = drawn({ subTitle: 'zone 3' })
    expect(html).toContain('--panel-padding:12px 20px')
    expect(html).toContain('--panel-head:48px')
    expect(html).toContain('data-shadow="always"')
    expect(html).toContain('zone 3')
    expect(html).not.toContain('button')
    const other = { padding: [4, 8], headerHeight: 30, translateY: 3, fixedHeight: 240 } as const
    const styled = drawn({ ...other, shadow: 'never', isActived: true, activedColor: 'teal' })
    for (const part of ['4px 8px', '--panel-head:30px', '--panel-shift:-3px', 'height:240px'])
      expect(styled).toContain(part)
    expect(styled).toContain('data-actived=""')
    expect(styled).toContain('--panel-active:teal')
  })

  it('WD30 offers to collapse unless it lies in a grid, to fill the screen, to refresh', () => {
    const all = { collapse: true, fullscreen: true, onRefresh: () => {} }
    for (const name of ['Collapse', 'Full screen', 'Refresh'])
      expect(drawn(all)).toContain(`aria-label="${name}"`)
    const inGrid = drawn({ ...all, isGridItem: true })
    expect(inGrid).not.toContain('Collapse')
    expect(inGrid).toContain('Full screen')
  })

  it('WD30 is covered while something is on its way, and its refresh icon spins', () => {
    const html = drawn({ loading: true, onRefresh: () => {} })
    expect(html).toContain('aria-busy="true"')
    expect(html).toContain('box-mask')
    expect(html).toContain('data-spinning=""')
    expect(drawn({ onRefresh: () => {} })).not.toMatch(/box-mask|data-spinning/)
  })

  it('WD30 is simple without a head, and still has its name', () => {
    const html = drawn({ simple: true, fullscreen: true })
    expect(html).not.toContain('header')
    expect(html).toContain('aria-label="Oven"')
    // What covers it begins at its upper edge.
    expect(drawn({ simple: true, loading: true })).toContain('--panel-head:0px')
  })
})
