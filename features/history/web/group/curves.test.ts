import { expect, it } from 'vitest'
import { maximumGroup } from '../address.ts'
import { penOf, sidesOf, unitsText } from './curves.ts'

it('HI71 each sensor of a full group has a colour and dashes of its own', () => {
  const pens = Array.from({ length: maximumGroup }, (_, index) => JSON.stringify(penOf(index)))
  expect(new Set(pens).size).toBe(maximumGroup)
})

it('HI71 neighbours differ in colour and in dashes', () => {
  for (let index = 1; index < maximumGroup; index++) {
    expect(penOf(index).pen).not.toBe(penOf(index - 1).pen)
    if (index % 6 !== 0) expect(penOf(index).dash).not.toEqual(penOf(index - 1).dash)
  }
})

it('HI72 the first unit has the left axis, all others share the right one', () => {
  const sensors = ['°C', 'kW', '°C', 'm³/h'].map((unit) => ({ unit }))
  expect(sidesOf(sensors)).toEqual({ sides: [0, 1, 0, 1], left: '°C', right: ['kW', 'm³/h'] })
  const plain = ['°C', '', 'kW'].map((unit) => ({ unit }))
  expect(sidesOf(plain)).toEqual({ sides: [0, 1, 1], left: '°C', right: ['', 'kW'] })
  expect(unitsText(['m³/h', '', 'kW'])).toBe('m³/h, kW')
  expect(unitsText([''])).toBe('')
  expect(sidesOf([])).toEqual({ sides: [], left: '', right: [] })
})
