import { expect, test } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { rowTexts, timelineOf } from './row-content.ts'

const words = wordsOf()
const minute = 60_000
const since = viewNow - 5 * minute
const lamp = { type: 'lamp' as const, alias: 'Tower' }
const green = { value: 'green', since, isSinceExact: true }

test.each([
  ['its state', { reading: green }, { word: 'Green', since: 'for 5\u00a0min' }],
  ['a stale state', { reading: { ...green, time: viewNow - minute } }, { word: 'Green' }],
  [
    'a bad state',
    { reading: { ...green, quality: 2 as const } },
    { word: 'bad', since: 'last Green' },
  ],
  ['no reading', { reading: null }, { word: 'No reading yet', since: '' }],
  [
    'an offline device',
    { reading: green, device: { status: 'offline' as const, since } },
    { word: 'Offline', since: 'since 11:55:00 · last Green' },
  ],
])('WD29 a row says %s', (_, parts, texts) => {
  expect(rowTexts(testView({ sensor: lamp, ...parts }), words)).toMatchObject(texts)
})

test('WD29 a timeline ends where its sensor fell silent, without colour before it is known', () => {
  const trend = createTrend(1_000, 900)
  trend.push(viewNow - 9 * minute, 1)
  trend.push(viewNow - 6 * minute, 0)
  const reading = { value: 0, time: viewNow - 3 * minute, since: viewNow - 6 * minute }
  const sensor = { type: 'detector' as const }
  const timeline = timelineOf(testView({ sensor, reading, view: { trend } }), false)
  expect(timeline.map(({ colour }) => colour)).toEqual([null, 'var(--ink-2)', 'var(--surface)'])
  expect(timeline.map(({ share }) => Math.round(share * 15))).toEqual([6, 3, 3])
})
