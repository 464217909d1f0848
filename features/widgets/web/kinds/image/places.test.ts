import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImageOptions } from './image-options.ts'
import { placeForms, placeOf, readPlaces, withPlace, writePlaces } from './places.ts'

const name = fc.record({ lesiId: fc.string({ maxLength: 20 }), key: fc.string({ maxLength: 20 }) })
const place = fc.record({
  x: fc.double({ min: -50, max: 150, noNaN: true }),
  y: fc.double({ min: -50, max: 150, noNaN: true }),
  form: fc.constantFrom(...placeForms),
})

test('WD48 a sensor stands where it was put, inside the picture, also after it was stored', () => {
  fc.assert(
    fc.property(name, place, name, place, (sensor, where, other, elsewhere) => {
      const isSame = other.lesiId === sensor.lesiId && other.key === sensor.key
      const places = withPlace(withPlace(new Map(), other, elsewhere), sensor, where)
      const stored = readPlaces(writePlaces(places) ?? 'none')
      const read = placeOf(stored, sensor, 0)
      expect(read.form).toBe(where.form)
      expect(read.x).toBeCloseTo(Math.min(100, Math.max(0, where.x)), 0)
      expect(read.y).toBeCloseTo(Math.min(100, Math.max(0, where.y)), 0)
      if (!isSame) expect(placeOf(stored, other, 0).form).toBe(elsewhere.form)
    }),
  )
})

test.each([
  '',
  '{',
  '[]',
  '{}',
  '[["D",[["k",1,2]]]]',
  '[["D",[["k",1,200,"value"]]]]',
  '[["D",[["k",1,2,"x"]]]]',
])('WD48 stored places such as %j that make no sense are none', (text) =>
  expect(readPlaces(text).size).toBe(0),
)

test('WD48 sensors that nobody placed are inside, each in a place of its own', () => {
  const at = Array.from({ length: 60 }, (_, index) =>
    placeOf(new Map(), { lesiId: 'D', key: 'k' }, index),
  )
  expect(new Set(at.map(({ x, y }) => `${x} ${y}`)).size).toBe(60)
  for (const { x, y } of at) expect(x > 0 && x < 100 && y > 0 && y < 100).toBe(true)
})

test('WD48 more places than can be stored are refused', () => {
  let places = readPlaces('')
  for (let key = 0; key < 200; key++)
    places = withPlace(places, { lesiId: 'D', key: `sensor ${key}` }, { x: 1, y: 1, form: 'named' })
  expect(writePlaces(places)).toBeNull()
})

test('WD48 a picture is named by its id alone: no address leads elsewhere', () => {
  expect(ImageOptions.safeParse({ picture: 'https://elsewhere.example/x.png' }).success).toBe(false)
  expect(ImageOptions.safeParse({ picture: '../api/logout' }).success).toBe(false)
  expect(ImageOptions.parse({})).toMatchObject({ picture: '', background: 'squares' })
})
