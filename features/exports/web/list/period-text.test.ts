import { expect, test } from 'vitest'
import { periodText } from './period-text.ts'

test('EX106 of an hour that clocks show twice a period says which of both it is', () => {
  const write = (from: string, to: string) =>
    periodText({ from: Date.parse(from), to: Date.parse(to), timezone: 'Europe/Berlin' })
  expect(write('2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00')).toBe(
    '2026-10-25 02:00 (UTC+02:00) – 2026-10-25 02:00 (UTC+01:00)',
  )
  expect(write('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00')).toBe(
    '2026-10-25 00:00 – 2026-10-26 00:00',
  )
})
