import { expect, it } from 'vitest'
import { dayAt } from '#kit/model/time/period.ts'
import { rangeAt, spans } from './timeline-range.ts'

const hour = 3_600_000

it.each([
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 10), 23],
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 10), 25],
  ['America/St_Johns', Date.UTC(2026, 2, 8, 15), 23],
  ['America/St_Johns', Date.UTC(2026, 10, 1, 15), 25],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 23), 24.5],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 23), 23.5],
  ['Asia/Taipei', Date.UTC(2026, 9, 25, 10), 24],
])('PA23 the parts of a day in %s follow each other', (zone, noon, hours) => {
  const day = dayAt(noon, zone)
  expect((day.to - day.from) / hour).toBe(hours)
  for (const span of spans) {
    let reached = day.from
    while (reached < day.to) {
      const { from, to } = rangeAt(reached, span, zone)
      for (const at of [from, (from + to) / 2, to - 1])
        expect(rangeAt(at, span, zone)).toEqual({ from: reached, to })
      reached = to
    }
    expect(reached).toBe(day.to)
  }
})
