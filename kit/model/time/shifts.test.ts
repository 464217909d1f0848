import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftAt, shiftBefore, Shifts, shiftsBeginning, type Shift } from './shifts.ts'
import { day, localText } from './zone.ts'

const hour = 3_600_000
const three: Shift[] = [
  { name: 'Late', start: '14:00' },
  { name: 'Night', start: '22:00' },
  { name: 'Early', start: '06:00' },
]
const hoursOf = (shifts: readonly Shift[], zone: string, from: number, to: number) =>
  shiftsBeginning(shifts, zone, { from, to }).map((span) => [
    ...[span.name, (span.to - span.from) / hour],
    localText(span.from, zone).slice(5),
  ])

test('SF1 a shift lasts until the next one begins, over midnight too', () => {
  const from = Date.parse('2026-06-01T00:00:00Z')
  expect(hoursOf(three, 'UTC', from, from + day)).toEqual([
    ['Early', 8, '06-01T06:00'],
    ['Late', 8, '06-01T14:00'],
    ['Night', 8, '06-01T22:00'],
  ])
  expect(shiftAt(three, 'UTC', from)).toEqual({
    ...{ name: 'Night', from: from - 2 * hour, to: from + 6 * hour },
  })
  expect(shiftBefore(three, 'UTC', from)?.name).toBe('Late')
  expect(shiftAt([{ name: 'Day', start: '05:00' }], 'UTC', from)).toEqual({
    ...{ name: 'Day', from: from - 19 * hour, to: from + 5 * hour },
  })
  expect(shiftAt([], 'UTC', from)).toBe(null)
  expect(shiftBefore([], 'UTC', from)).toBe(null)
})

test('SF2 the night in which clocks are changed has 7 or 9 hours', () => {
  const zone = 'Europe/Berlin'
  const spring = Date.parse('2026-03-28T23:00:00+01:00') - 2 * hour
  const autumn = Date.parse('2026-10-24T21:00:00+02:00')
  expect(hoursOf(three, zone, spring, spring + 2 * hour)).toEqual([['Night', 7, '03-28T22:00']])
  expect(hoursOf(three, zone, autumn, autumn + 2 * hour)).toEqual([['Night', 9, '10-24T22:00']])
  // Begins and ends within the hour that there is not.
  const odd = [...three, { name: 'A', start: '02:10' }, { name: 'B', start: '02:40' }]
  expect(hoursOf(odd, zone, spring, spring + 8 * hour).map(([name]) => name)).toEqual([
    ...['Night', 'B'],
  ])
})

test('SF2 whatever the shifts and the zone, every instant lies in exactly one', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const zone = fc.constantFrom('America/St_Johns', 'Asia/Taipei', 'Europe/Moscow', 'Europe/Berlin')
  const time = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2030, 0) })
  const two = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.uniqueArray(minute, { minLength: 1, maxLength: 6 }),
      zone,
      time,
      (at, tz, now) => {
        const shifts = at.map((each, index) => ({
          ...{ name: `${index}`, start: `${two(Math.floor(each / 60))}:${two(each % 60)}` },
        }))
        const spans = shiftsBeginning(shifts, tz, { from: now - 3 * day, to: now + 3 * day })
        for (const [index, { to }] of spans.slice(0, -1).entries())
          expect(spans[index + 1]?.from).toBe(to)
        const present = shiftAt(shifts, tz, now)
        expect(spans.filter(({ from, to }) => from <= now && now < to)).toEqual([present])
        expect(shiftBefore(shifts, tz, now)?.to).toBe(present?.from)
      },
    ),
  )
})

test('SF3 two shifts that begin at once or are called alike are refused', () => {
  const messages = (shifts: unknown) =>
    Shifts.safeParse(shifts).error?.issues.map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    )
  expect(messages(three)).toBeUndefined()
  expect(messages([])).toBeUndefined()
  expect(messages([three[0], { name: 'Other', start: '14:00' }])).toEqual(['1.start repeated'])
  expect(messages([three[0], { name: 'late ', start: '15:00' }])).toEqual(['1.name repeated'])
  for (const start of ['24:00', '6:00', '06:60', '', 'noon'])
    expect(messages([{ name: 'A', start }])).toEqual(['0.start time_of_day'])
})
