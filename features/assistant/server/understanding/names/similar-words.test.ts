import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { distanceWithin } from './distance.ts'
import { NameIndex } from './name-index.ts'
import { SimilarWords } from './similar-words.ts'

vi.mock('./distance.ts', { spy: true })

const letters = fc.constantFrom('a', 'b', 'c', 'w', 'ж')
const word = fc.string({ unit: letters, minLength: 3, maxLength: 9 })

/** By definition: another ending of at most three letters, or slips of the pen. */
function isSimilar(one: string, other: string): boolean {
  const [shorter, longer] = [one, other].map(({ length }) => length).toSorted((a, b) => a - b)
  const differs = [...one].findIndex((letter, index) => letter !== other[index])
  const common = differs < 0 ? one.length : differs
  const rest = (longer ?? 0) - common
  if (common >= 4 && rest <= 3 && common > rest) return true
  const allowed = (shorter ?? 0) < 4 ? 0 : (shorter ?? 0) < 7 ? 1 : 2
  return allowed > 0 && distanceWithin(one, other, allowed)
}

it('QA7 words are compared with those that have nearly their letters, and none is missed', () => {
  fc.assert(
    fc.property(word, fc.uniqueArray(word, { maxLength: 30 }), (asked, all) => {
      const similar = new SimilarWords(all.map((each) => [each, each] as const))
      const found = new Set(similar.find(asked).map(({ text }) => text))
      for (const each of all)
        if (each !== asked) expect([each, found.has(each)]).toEqual([each, isSimilar(asked, each)])
    }),
    { numRuns: 500 },
  )
})

it('QA30 a question of many words holds nobody up where thousands of sensors have names', () => {
  const device = { id: 1, lesiId: 'D-1', name: 'D', product: '', silenceMs: 60_000 }
  const sensors = Array.from({ length: 4_000 }, (_, id): Sensor => {
    const alias = (id * 7_919 + 1_000_000).toString(26).replaceAll(/\d/g, 'k').padEnd(9, 'm')
    return {
      ...{ id, deviceId: 1, lesiId: 'D-1', key: `${alias}x`, alias, type: 'analog', unit: '' },
      ...{ decimals: 1, intervalMs: 60_000, states: {}, isNew: false, lowerAlarm: null },
      ...{ upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
    }
  })
  const index = new NameIndex([{ device, sensors }])
  vi.mocked(distanceWithin).mockClear()
  for (const each of ['tomorrows', 'yesterdays', 'saturdays', 'wednesdays', 'thursdays'])
    index.find(`${each} `.repeat(45))
  // Each word with each name, as often as it stands in the question, were 900,000.
  expect(vi.mocked(distanceWithin).mock.calls.length).toBeLessThan(5_000)
})
