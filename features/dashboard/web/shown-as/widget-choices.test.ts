import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WidgetKind } from '#kit/web/widget-registry.ts'
import { pinnedOf, readChoices, shownAs, withKind, withOptions, withPin } from './widget-choices.ts'

const usual = { id: 'value' } as WidgetKind
const other = { id: 'gauge' } as WidgetKind
const sensor = { id: 7 }
const kinds = [usual, other] as const

describe('how sensors are shown', () => {
  it('DB7 as usual, until a person chooses; the options of each kind outlive the choice', () => {
    expect(shownAs(sensor, {}, kinds)).toEqual({ kind: usual, options: {} })
    const scaled = withOptions({}, 7, 'gauge', { low: 5 })
    expect(shownAs(sensor, scaled, kinds)).toEqual({ kind: other, options: { low: 5 } })
    const back = withKind(scaled, 7, 'value')
    expect(shownAs(sensor, back, kinds)).toEqual({ kind: usual, options: {} })
    expect(shownAs(sensor, withKind(back, 7, 'gauge'), kinds).options).toEqual({ low: 5 })
  })
  it('DB7 as usual where the chosen kind is gone or cannot show the sensor', () => {
    const choices = withOptions({}, 7, 'gauge', { low: 5 })
    expect(shownAs(sensor, choices, [usual])).toEqual({ kind: usual, options: {} })
    expect(readChoices(JSON.stringify(choices))).toEqual(choices)
  })
  it('DB7 whatever the browser has stored is read without harm, entry by entry', () => {
    const good = { kind: 'gauge', options: {} }
    expect(readChoices(JSON.stringify({ 7: good, 8: { kind: 3 }, 9: null }))).toEqual({ 7: good })
    expect([null, '', '[]', 'null', '{"7":', '"x"'].map(readChoices)).toEqual(
      Array.from({ length: 6 }, () => ({})),
    )
    fc.assert(fc.property(fc.json(), (stored) => void readChoices(stored)))
  })
  it('DB10 one sensor at most is pinned; what else was chosen of it stays, as does the pin', () => {
    const scaled = withOptions({}, 7, 'gauge', { low: 5 })
    const pinned = withPin(withPin(scaled, 9), 7)
    expect([pinnedOf(scaled), pinnedOf(withPin(scaled, 9)), pinnedOf(pinned)]).toEqual([null, 9, 7])
    expect(shownAs(sensor, pinned, kinds)).toEqual({ kind: other, options: { low: 5 } })
    expect(shownAs({ id: 9 }, withPin({}, 9), kinds).kind).toBe(usual)
    expect(pinnedOf(withOptions(withKind(pinned, 7, 'value'), 7, 'gauge', {}))).toBe(7)
    expect(pinnedOf(readChoices(JSON.stringify(pinned)))).toBe(7)
    expect(withPin(pinned, null)['7']).toEqual(scaled['7'])
    expect(pinnedOf(withPin(pinned, null))).toBeNull()
  })
})
