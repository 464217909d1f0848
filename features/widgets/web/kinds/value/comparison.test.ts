import { expect, test } from 'vitest'
import { testView } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { comparisonOf } from './comparison.ts'

const words = wordsOf()

test.each([
  [1.004, 1.001, 'remain', ''],
  [1.006, 1.004, 'remain', ''],
  [1.02, 1, 'up', '0.02'],
  [1.2e-6, 1.4e-6, 'down', '2×10⁻⁷'],
  [1.2e-6, 1.2e-6, 'remain', ''],
  [0, 1.2e-6, 'down', '1.2×10⁻⁶'],
] as const)('WD14 from the reading before, %d is %d: %s', (value, previous, direction, amount) => {
  const { sensor, reading } = testView({ sensor: { decimals: 2 }, reading: { value, previous } })
  if (!reading) throw new Error('no reading')
  expect(comparisonOf(sensor, reading, words)).toMatchObject({ direction, amount })
})
