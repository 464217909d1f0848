import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leadingSpan, spanGroups, type ChartSpan } from './spans.ts'

const span = (from: number, to = from): ChartSpan => ({
  ...{ from, to, key: `${from}-${to}`, label: '', sign: '', colour: '--ink-2' },
})

it('CH30 every span of which something is in view has one mark, none over another', () => {
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: -500, max: 1_500 }), fc.integer({ min: 0, max: 800 }))
      .map(([from, length]) => span(from, from + length)),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(spans, (list) => {
      const groups = spanGroups(list, { from: 0, to: 1_000 }, 600)
      const marked = groups.flatMap((group) => group.spans)
      expect(new Set(marked)).toEqual(
        new Set(list.filter(({ from, to }) => to >= 0 && from <= 1_000)),
      )
      expect(marked.length).toBe(new Set(marked).size)
      for (const [index, { x }] of groups.entries()) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(600)
        if (index > 0) expect(x - (groups[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(22)
      }
    }),
  )
})

it('CH30 a span that began before the view is marked at its left end', () => {
  const [group] = spanGroups([span(-100, 50)], { from: 0, to: 1_000 }, 600)
  expect(group?.x).toBe(0)
})

it('CH30 what is foremost gives a shared mark its sign', () => {
  const [note, late, urgent] = [span(1), { ...span(2), rank: 6 }, { ...span(3), rank: 1 }]
  expect(leadingSpan([note, late, urgent])).toBe(urgent)
  expect(leadingSpan([note, late])).toBe(late)
  expect(leadingSpan([note, span(4)])).toBe(note)
})
