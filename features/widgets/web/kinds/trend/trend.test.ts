import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { legendTexts } from './legend-row.tsx'
import { sidesOf, unitsOf } from './sides.ts'

test('WD28 each axis has one unit; sensors of a third unit have none', () => {
  const sensors = ['°C', 'bar', '°C', 'l/s'].map((unit) => ({ unit }))
  expect(unitsOf(sensors)).toEqual(['°C', 'bar'])
  expect(sidesOf(sensors)).toEqual([0, 1, 0, null])
  expect(unitsOf([{ unit: '' }])).toEqual(['', undefined])
})

const words = wordsOf()
const old = { time: viewNow - 60_000, since: viewNow - 60_000 }

test.each([
  ['a good value', {}, { text: '21.4 m³/h', struck: '', isMarked: false }],
  ['a stale value', { reading: old }, { text: '21.4 m³/h', isMarked: true }],
  ['a bad value', { reading: { quality: 2 as const } }, { text: 'bad', struck: '21.4 m³/h' }],
  [
    'no value',
    { reading: { value: null, quality: 2 as const, previous: 5 } },
    { text: '–', struck: '5.0 m³/h', isMarked: true },
  ],
  [
    'an offline device',
    { device: { status: 'offline' as const, since: null } },
    { text: 'Offline · last 21.4 m³/h', isMarked: false },
  ],
  ['no reading yet', { reading: null }, { text: 'No reading yet' }],
])('WD28 the legend says %s as such', (_, parts, texts) => {
  expect(legendTexts(testView(parts), words)).toMatchObject(texts)
})
