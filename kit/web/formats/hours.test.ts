import { expect, test } from 'vitest'
import { runningHours } from './hours.ts'

const units = { hour: 'h', minute: 'min' }
const text = (seconds: number) => runningHours(seconds / 3_600, units, String).text

test('KW24 running hours are written in whole hours and minutes, however many they are', () => {
  expect(text(71_535_420)).toBe('19870 h 57 min')
  expect(text(59)).toBe('0 h 00 min')
  for (let minute = 0; minute < 600; minute++) {
    expect(text(71_535_600 + minute * 60)).toBe(
      `${19_871 + Math.floor(minute / 60)} h ${String(minute % 60).padStart(2, '0')} min`,
    )
  }
})

test('KW24 the figure and what follows it are its text, and no number is a dash', () => {
  expect(runningHours(12_846.34, units, String)).toEqual({
    figure: '12846',
    unit: 'h 20 min',
    text: '12846 h 20 min',
  })
  expect(runningHours(NaN, units, () => '–')).toEqual({ figure: '–', unit: '', text: '–' })
})
