import { expect, test } from 'vitest'
import { ClockOptions, placeOfZone } from './clock-options.ts'

test('WD44 a clock has the site’s zone unless another was chosen, and refuses what is none', () => {
  expect(ClockOptions.parse({})).toEqual({ title: '', zone: '', seconds: true })
  expect(ClockOptions.parse({ zone: 'Asia/Taipei' }).zone).toBe('Asia/Taipei')
  expect(ClockOptions.safeParse({ zone: 'Mars/Olympus' }).success).toBe(false)
  expect(ClockOptions.safeParse({ zone: 8 }).success).toBe(false)
})

test('WD44 a zone is named by its place', () => {
  expect(placeOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(placeOfZone('UTC')).toBe('UTC')
})
