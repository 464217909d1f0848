import { expect, it } from 'vitest'
import { safeFileName } from '#kit/web/browser/save-file.ts'
import { imageName } from './image-name.ts'

const span = '2026-11-20 06:00 – 2026-11-21 06:00'
const long = 'Насосная станция второго подъёма '.repeat(5)

it('HI83 a long name of a device leaves sensor and period in the name of the file', () => {
  const names = ['Давление', 'Расход воды'].map((sensor) =>
    safeFileName(imageName({ device: long, sensor }, span), 'png'),
  )
  expect(names[0]).toMatch(/^Насосная .*… · Давление 2026-11-20 06_00 – 2026-11-21 06_00\.png$/)
  expect(names[1]).toMatch(/^Насосная .*… · Расход воды 2026-11-20 06_00 – 2026-11-21 06_00\.png$/)
})

it('HI83 a file of several sensors is called by their device and the period', () => {
  expect(imageName({ device: 'Boiler', sensor: null }, span)).toBe(`Boiler ${span}`)
  expect(imageName({ device: long, sensor: null }, span)).toMatch(/^Насосная .*… 2026-11-20 .*00$/)
})
