import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widgetFaults } from '#features/pages/contract/area-rules.ts'
import { Widgets, type Widget } from '#features/pages/contract/page.ts'
import { normalizeWidgets, type Draft } from './draft.ts'
import { changed, historyOf, redone, undone } from './history.ts'
import {
  limitTexts,
  readLimits,
  withSizeLimits,
  type LimitTexts,
  type SizeLimits,
} from './size-limits.ts'

const widget = (id: string, x: number, y: number, w = 2, h = 2): Widget => ({
  ...{ id, x, y, w, h, kind: 'clock', sensor: null, sensors: [], options: {} },
})
const draftOf = (...widgets: Widget[]): Draft => ({ name: 'Line 1', widgets })
const placesOf = ({ widgets }: Draft) =>
  widgets.map(({ id, x, y, w, h }) => `${id} ${x} ${y} ${w} ${h}`)

const emptyTexts: LimitTexts = { minW: '', maxW: '', minH: '', maxH: '' }
const faultsOf = (texts: Partial<LimitTexts>, least = { w: 2, h: 2 }) =>
  Object.fromEntries(readLimits({ ...emptyTexts, ...texts }, least).faults)

describe('DB24 what a person types for the sizes of a widget', () => {
  it('DB24 is read as whole columns and rows; an empty field is no limit', () => {
    const { limits, faults } = readLimits({ minW: ' 3', maxW: '12', minH: '', maxH: '1000' })
    expect([limits, faults.size]).toEqual([{ minW: 3, maxW: 12, minH: undefined, maxH: 1000 }, 0])
    expect(limitTexts(limits)).toEqual({ minW: '3', maxW: '12', minH: '', maxH: '1000' })
  })

  it('DB24 is refused at its field, with the reason', () => {
    const columns = { reason: 'whole', minimum: 1, maximum: 12 }
    const rows = { reason: 'whole', minimum: 1, maximum: 1000 }
    for (const text of ['0', '13', '-1', '2.5', '2,5', 'two', '1e1', '٣', '٣3', '0x3'])
      expect(faultsOf({ minW: text }), text).toEqual({ minW: columns })
    for (const text of ['0', '1001', '999999'])
      expect(faultsOf({ maxH: text })).toEqual({ maxH: rows })
    expect(faultsOf({ minW: '5', maxW: '4' })).toEqual({ maxW: { reason: 'order', minimum: 5 } })
    expect(faultsOf({ maxW: '1', minH: '2', maxH: '2' })).toEqual({
      maxW: { reason: 'needs', minimum: 2 },
    })
    expect(faultsOf({ minW: 'x', maxW: '1' }, { w: 1, h: 1 })).toEqual({ minW: columns })
  })
})

describe('DB24 a widget with limits of its size', () => {
  it('DB24 takes the nearest size that they allow, and others make room', () => {
    const draft = draftOf(widget('a', 0, 0), widget('b', 2, 0), widget('c', 10, 0))
    const wide = withSizeLimits(draft, 'a', { minW: 4 })
    expect(placesOf(wide)).toEqual(['a 0 0 4 2', 'b 2 2 2 2', 'c 10 0 2 2'])
    expect(placesOf(withSizeLimits(draft, 'c', { minW: 3, maxH: 1 }))[2]).toBe('c 9 0 3 1')
    // What is large enough already stays as it is.
    expect(placesOf(withSizeLimits(draft, 'b', { minW: 2, maxW: 6 }))).toEqual(placesOf(draft))
  })

  it('DB24 is one step of the edit, and none where nothing changed', () => {
    const draft = draftOf({ ...widget('a', 0, 0), minW: 2 })
    expect(withSizeLimits(draft, 'a', { minW: 2 })).toBe(draft)
    expect(withSizeLimits(draft, 'gone', { minW: 2 })).toBe(draft)
    const history = changed(historyOf(draft), withSizeLimits(draft, 'a', { maxW: 3 }))
    expect(history.present.widgets[0]).toMatchObject({ minW: undefined, maxW: 3 })
    expect(undone(history).present).toBe(draft)
    expect(redone(undone(history)).present).toBe(history.present)
  })

  it('DB24 that is locked goes to a free place rather than upon another locked one', () => {
    const locked = (id: string, x: number) => ({ ...widget(id, x, 0), static: true as const })
    const draft = draftOf(locked('a', 0), locked('b', 2), widget('c', 4, 0))
    expect(placesOf(withSizeLimits(draft, 'a', { minW: 4 }))).toEqual([
      ...['a 4 0 4 2', 'b 2 0 2 2', 'c 4 2 2 2'],
    ])
  })

  it('DB24 can be stored whatever was chosen, lies upon no other and moves no locked one', () => {
    const some = fc.array(
      fc.record({
        x: fc.nat(11),
        y: fc.nat(9),
        w: fc.integer({ min: 1, max: 6 }),
        fixed: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined })
    fc.assert(
      fc.property(some, limit, limit, limit, limit, (parts, minW, maxW, minH, maxH) => {
        const limits: SizeLimits = { minW, maxW, minH, maxH }
        fc.pre(readLimits(limitTexts(limits)).faults.size === 0)
        const { widgets } = normalizeWidgets(
          parts.map(({ x, y, w, fixed }, at) => ({
            ...widget(`w-${at}`, x, y, w),
            ...(fixed && { static: true as const }),
          })),
        )
        const draft = draftOf(...widgets)
        const after = withSizeLimits(draft, 'w-0', limits).widgets
        expect(widgetFaults(after)).toEqual([])
        expect(Widgets.safeParse(after).success).toBe(true)
        expect(normalizeWidgets(after).faults.size).toBe(0)
        const isLocked = ({ id, static: fixed }: Widget) => fixed === true && id !== 'w-0'
        expect(after.filter(isLocked)).toEqual(widgets.filter(isLocked))
      }),
    )
  })
})
