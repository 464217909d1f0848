import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { countedTime, rowTexts } from './row-texts.ts'

const words = wordsOf()
const textsOf = (...input: Parameters<typeof testView>) => rowTexts(testView(...input), words)
const offline = { status: 'offline', since: viewNow - 60_000 } as const

test('WD42 a fresh value is its figure and unit; no age is beside it', () => {
  expect(textsOf({ reading: { time: viewNow - 9_000 } })).toMatchObject({
    ...{ value: '21.4', unit: 'm³/h', mark: '', marks: [], limit: '' },
  })
})

test.each([
  [{ quality: 1 }, { value: '21.4', mark: 'uncertain', marks: ['uncertain'] }],
  [{ quality: 2 }, { value: 'bad', beside: '21.4 m³/h', marks: ['bad'] }],
  [
    { quality: 2, value: null },
    { value: '–', beside: '', mark: 'no value' },
  ],
  [
    { quality: 2, value: null, previous: 20 },
    { value: '–', beside: 'last 20.0 m³/h' },
  ],
  [
    { time: viewNow - 300_000 },
    { value: '21.4', mark: 'stale 5\u00a0min', marks: ['stale'], brief: '5\u00a0min' },
  ],
  [{ time: viewNow - 300_000, quality: 1 }, { marks: ['stale', 'uncertain'] }],
] as const)('WD42 of %j it says %j', (reading, texts) => {
  expect(textsOf({ reading })).toMatchObject(texts)
})

test.each([{ quality: 0 }, { quality: 1 }, { quality: 2 }, { quality: 2, value: null }] as const)(
  'WD60 a row of %j is written anew when silence makes it say something else',
  (part) => {
    const seen = [1_000, 9_000, 31_000, 35_000, 300_000].map((age) => {
      const view = testView({ reading: { ...part, time: viewNow - age } })
      const key = `${view.condition} ${countedTime({ ...view, now: viewNow + age })}`
      return { key, says: JSON.stringify(rowTexts(view, words)) }
    })
    for (const [index, { key, says }] of seen.entries())
      if (key === seen[index - 1]?.key) expect(says).toBe(seen[index - 1]?.says)
    expect(seen.at(-1)?.says).toContain('stale 5\u00a0min')
  },
)

test('WD42 a value beyond a limit has the limit beside it, and only a good one', () => {
  const sensor = { lowerAlarm: 10, upperAlarm: 20 }
  expect(textsOf({ sensor }).limit).toBe('> 20.0')
  expect(textsOf({ sensor, reading: { value: 5 } }).limit).toBe('< 10.0')
  expect(textsOf({ sensor, reading: { value: 20 } }).limit).toBe('')
  expect(textsOf({ sensor, reading: { quality: 1 } }).limit).toBe('')
  expect(textsOf({ sensor, reading: { time: viewNow - 300_000 } }).limit).toBe('')
  expect(textsOf({ sensor, device: offline }).limit).toBe('')
})

test('WD42 of an offline device the last value stays with its quality, and it is shown', () => {
  expect(textsOf({ device: offline })).toMatchObject({
    ...{ value: '21.4', unit: 'm³/h', mark: 'Offline', marks: ['offline'] },
  })
  expect(textsOf({ device: offline, reading: { quality: 2 } }).mark).toBe('Offline · bad')
  expect(textsOf({ device: offline, reading: null })).toMatchObject({ value: '–' })
  const never = { status: 'offline', since: null } as const
  expect(textsOf({ device: never, reading: null }).mark).toBe('never connected')
})

test('WD42 a sensor without a reading is shown as such', () => {
  expect(textsOf({ reading: null })).toMatchObject({ value: '–', mark: 'No reading yet' })
})

test('WD42 a state is its word, with its colour while the value is good enough to be shown', () => {
  const sensor = {
    type: 'lamp',
    unit: '',
    states: { '1': { colour: 'green', word: 'Running' } },
  } as const
  expect(textsOf({ sensor, reading: { value: 1 } })).toMatchObject({
    ...{ value: 'Running', unit: '', lamp: 'green' },
  })
  expect(textsOf({ sensor, reading: { value: 1, quality: 2 } })).toMatchObject({
    ...{ value: 'bad', beside: 'Running', lamp: null },
  })
  expect(textsOf({ sensor: { type: 'timer' }, reading: { value: 7_260 } })).toMatchObject({
    ...{ value: '2\u00a0h 01\u00a0min', unit: '' },
  })
})
