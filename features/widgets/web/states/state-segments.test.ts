import { describe, expect, it } from 'vitest'
import { segmentsOf, type HeldValue } from './state-segments.ts'

const windowMs = 900_000
const now = 10 * windowMs
const ago = (share: number) => now - share * windowMs
const paint = (value: number | string) => `colour of ${value}`

type Spans = readonly (readonly [from: number, to: number])[]
const spansOf = (shares: Spans) => shares.map(([from, to]) => ({ from: ago(from), to: ago(to) }))

function segments(
  points: readonly (readonly [share: number, value: number])[],
  held: HeldValue | null,
  until = now,
  bad: Spans = [],
  uncertain: Spans = [],
) {
  const times = points.map(([share]) => ago(share))
  const found = segmentsOf(
    {
      ...{ windowMs, now, times, valueAt: (index) => points[index]?.[1] ?? 0, held, until },
      ...{ bad: spansOf(bad), uncertain: spansOf(uncertain) },
    },
    paint,
  )
  return found.map(({ share, colour, quality }) => [
    Number(share.toFixed(3)),
    quality === 'uncertain' ? `${colour}, uncertain` : (quality ?? colour),
  ])
}

describe('state segments', () => {
  it('WD6 fill the timeline with a value that has held for longer than it reaches', () => {
    expect(segments([[0.01, 1]], { value: 1, since: ago(7) })).toEqual([[1, 'colour of 1']])
    expect(segments([], { value: 1, since: ago(7) })).toEqual([[1, 'colour of 1']])
  })
  it('WD3 WD6 begin the present value where the store says, what was before it unknown', () => {
    expect(segments([[0.01, 1]], { value: 1, since: ago(0.25) })).toEqual([
      [0.75, null],
      [0.25, 'colour of 1'],
    ])
  })
  it('WD6 keep the states that the trend has of the time before', () => {
    const points = [
      [0.8, 0],
      [0.6, 2],
      [0.1, 1],
    ] as const
    expect(segments(points, { value: 1, since: ago(0.3) })).toEqual([
      [0.2, null],
      [0.2, 'colour of 0'],
      [0.3, 'colour of 2'],
      [0.3, 'colour of 1'],
    ])
  })
  it('WD6 end with the last reading of a sensor that fell silent', () => {
    const silent = [
      [0.5, null],
      [0.3, 'colour of 1'],
    ]
    expect(segments([[0.4, 1]], { value: 1, since: ago(0.5) }, ago(0.2))).toEqual(silent)
  })
  it('WD6 trust the trend alone where the present value is bad', () => {
    expect(segments([[0.4, 1]], null)).toEqual([
      [0.6, null],
      [0.4, 'colour of 1'],
    ])
  })
  it('WD31 are bad from a bad reading to the next good one, also of the present value', () => {
    const points = [
      [0.9, 1],
      [0.5, 1],
    ] as const
    const spans = [
      [0.8, 0.7],
      [0.3, 0.2],
    ] as const
    const timeline = [
      [0.1, null],
      [0.1, 'colour of 1'],
      [0.3, 'bad'],
      [0.2, 'colour of 1'],
    ]
    const held = { value: 1, since: ago(0.9) }
    const again = [...points, [0.1, 1]] as const
    expect(segments(again, held, now, spans)).toEqual([
      ...timeline,
      [0.2, 'bad'],
      [0.1, 'colour of 1'],
    ])
    expect(segments(points, null, now, spans)).toEqual([...timeline, [0.3, 'bad']])
    expect(segments(points, null, ago(0.1), spans)).toEqual([...timeline, [0.2, 'bad']])
  })
  it('WD31 are bad where nothing good was read before', () => {
    expect(segments([], null, now, [[2, 0.5]])).toEqual([[1, 'bad']])
  })
  it('WD31 show the state of an uncertain reading as such, up to the next one that is not', () => {
    const points = [
      [0.9, 1],
      [0.8, 1],
      [0.5, 0],
      [0.2, 0],
    ] as const
    const uncertain = [
      [0.8, 0.8],
      [0.2, 0.2],
    ] as const
    expect(segments(points, null, now, [[0.6, 0.6]], uncertain)).toEqual([
      [0.1, null],
      [0.1, 'colour of 1'],
      [0.2, 'colour of 1, uncertain'],
      [0.1, 'bad'],
      [0.3, 'colour of 0'],
      [0.2, 'colour of 0, uncertain'],
    ])
  })
})
