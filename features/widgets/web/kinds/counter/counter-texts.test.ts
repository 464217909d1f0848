import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import type { Words } from '../../values/words.ts'
import { counterTexts } from './counter-texts.ts'

const words = { format: { number: String } } as unknown as Words
const day = {
  ...{ minimum: 100, maximum: 150, average: 120, first: 100, last: 150, accumulated: 55 },
  ...{ lastTime: viewNow - 10_000, from: viewNow - 1, until: viewNow + 1 },
}

test('WD53 until the figures of today are here, no total stands where the gain will', () => {
  const view = testView({ reading: { value: 160 } })
  const total = { beyond: '', total: '160' }
  expect(counterTexts(view, true, words)).toEqual({ figure: '–', caption: 'today', ...total })
  const known = testView({ reading: { value: 160 }, view: { day } })
  expect(counterTexts(known, false, words)).toEqual({ figure: '65', caption: 'today', ...total })
  const large = { figure: '160', caption: 'total', beyond: '', total: '' }
  expect(counterTexts(view, false, words)).toEqual(large)
})
