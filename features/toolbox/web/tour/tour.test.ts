import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayStartAt } from './may-start.ts'
import { overlaps, placeCard, type Box } from './place-card.ts'

const window = fc.record({
  width: fc.integer({ min: 320, max: 2_560 }),
  height: fc.integer({ min: 560, max: 1_440 }),
})

test('TB6 the card of the tour lies in the window and never over a banner of alarms', () => {
  fc.assert(
    fc.property(
      window,
      fc.record({
        width: fc.integer({ min: 200, max: 296 }),
        height: fc.integer({ min: 90, max: 260 }),
      }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(0, 38, 76),
      (size, card, [x = 0, y = 0, w = 0, h = 0], bannerHeight) => {
        const target: Box = {
          left: x * size.width,
          top: y * size.height,
          width: w * (1 - x) * size.width,
          height: h * (1 - y) * size.height,
        }
        const banner = { left: 0, top: 50, width: size.width, height: bannerHeight }
        const banners = bannerHeight > 0 ? [banner] : []
        const place = placeCard({ window: size, card, target, banners })
        expect(place).toMatchObject(card)
        expect(overlaps(place, { left: 0, top: 0, ...size })).toBe(true)
        expect(place.left + place.width).toBeLessThanOrEqual(size.width)
        expect(place.top + place.height).toBeLessThanOrEqual(size.height)
        expect(banners.some((each) => overlaps(place, each))).toBe(false)
      },
    ),
  )
})

test('TB6 the card is below the top bar, beside the menu, and leaves both in sight', () => {
  const size = { width: 1_440, height: 900 }
  const card = { width: 320, height: 180 }
  const bar = { left: 210, top: 0, width: 1_230, height: 50 }
  const menu = { left: 0, top: 0, width: 210, height: 900 }
  expect(placeCard({ window: size, card, target: bar, banners: [] })).toMatchObject({ top: 62 })
  expect(placeCard({ window: size, card, target: menu, banners: [] })).toMatchObject({ left: 222 })
})

test('TB5 the tour begins by itself only where nobody came for something', () => {
  const at = (path: string) => mayStartAt(new URL(path, 'http://plant.test'))
  for (const path of ['/warroomDashboard', '/warroomIndex', '/documentation/index'])
    expect(at(path), path).toBe(true)
  for (const path of [
    ...['/sensoralarm/alarmlist', '/sensoralarm/alarmlist?alarm=7', '/sensoralarm'],
    ...['/warroomDashboard?wall=on', '/warroomDashboard?at=2026-11-20T06:00:00.000Z'],
    ...['/warroomCharts?thing=OVEN-2&sensor=zone3', '/warroomDashboard#x'],
    ...['/warroomIndex/edit/7f1c', '/boards/sharing/7f1c'],
  ])
    expect(at(path), path).toBe(false)
})
