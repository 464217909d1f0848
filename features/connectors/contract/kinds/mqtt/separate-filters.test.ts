import fc from 'fast-check'
import { expect, it } from 'vitest'
import { separateFilters } from './separate-filters.ts'
import { matchTopic, parseTemplate } from './topic-template.ts'

const level = fc.constantFrom('a', 'b', 'c')
const filter = fc
  .tuple(fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'))

const belongs = (topic: readonly string[], text: string) =>
  matchTopic(parseTemplate(text) ?? [], topic) !== null

it('FB30 separate filters ask for all that was asked for, and for no topic twice', () => {
  const topic = fc.array(level, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 8 }), topic, (filters, levels) => {
      const matching = separateFilters(filters).filter((each) => belongs(levels, each))
      expect(matching.length).toBeLessThanOrEqual(1)
      if (filters.some((each) => belongs(levels, each))) expect(matching).toHaveLength(1)
    }),
    { numRuns: 2_000 },
  )
})

it('FB30 filters that have nothing in common stay as they are', () => {
  const filters = ['plant/+/+', 'tele/+/SENSOR', 'stat/+/POWER']
  expect(separateFilters(filters)).toEqual(filters)
  expect(separateFilters(['mill/+/state', 'mill/+/+', 'mill/a/b/c/#'])).toEqual([
    ...['mill/+/+', 'mill/a/b/c/#'],
  ])
})
