import { expect, it } from 'vitest'
import { timelineBackground } from './state-timeline.tsx'

it('WD31 what was bad lies hatched over the colours of a timeline, where it was', () => {
  const { image, size, position } = timelineBackground([
    { share: 0.25, colour: 'red' },
    { share: 0.5, colour: null, quality: 'bad' },
    { share: 0.25, colour: 'green' },
  ])
  expect(image).toMatch(/^repeating-linear-gradient\(.*\), linear-gradient\(90deg, red 0.0% 25.0%/)
  expect(size).toBe('max(3px, 50.0%) 100%, 100% 100%')
  expect(position).toBe('50.0% 0, 0 0')
  expect(timelineBackground([{ share: 1, colour: null, quality: 'bad' }]).position).toBe(
    '0.0% 0, 0 0',
  )
  expect(timelineBackground([{ share: 1, colour: 'red' }]).size).toBe('100% 100%')
})

it('WD31 what was uncertain keeps its colour, with dots along the lower edge', () => {
  const { image, size, position } = timelineBackground([
    { share: 0.5, colour: 'red', quality: 'uncertain' },
    { share: 0.5, colour: 'green' },
  ])
  expect(image).toMatch(/^repeating-linear-gradient\(90deg.*\), linear-gradient\(90deg, red 0.0%/)
  expect(size).toBe('max(3px, 50.0%) 3px, 100% 100%')
  expect(position).toBe('0.0% 100%, 0 0')
})
