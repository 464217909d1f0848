import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tagPattern } from './tag-pattern.ts'

/** The same as one expression, which is clear, and slow with many `*`. */
function asOne(form: string): RegExp {
  const parts = form
    .split(/\*+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 'isu')
}
const letters = fc.constantFrom('a', 'A', 'b', 'ß', 'é', 'K', '😀', '.', '$', '\n', ' ')
const texts = fc.string({ unit: letters, maxLength: 12 })
const forms = fc.string({ unit: fc.oneof(letters, fc.constant('*')), maxLength: 10 })

test('AL54 a pattern of tags means what it says, wherever its stars stand', () => {
  fc.assert(
    fc.property(forms, texts, (form, text) => {
      expect(tagPattern(form)(text)).toBe(asOne(form).test(text))
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(texts, texts, texts, (one, two, three) => {
      expect(tagPattern(`*${two}*`)(one + two + three)).toBe(true)
      expect(tagPattern(`${one}*${three}`)(one + two + three)).toBe(true)
    }),
  )
})

test('AL54 a pattern with very many stars holds nobody up', () => {
  const form = `${'*a'.repeat(63)}*b`
  const begin = performance.now()
  expect(tagPattern(form)('a'.repeat(128))).toBe(false)
  expect(tagPattern(form)(`${'a'.repeat(127)}b`)).toBe(true)
  expect(performance.now() - begin).toBeLessThan(100)
})
