import { expect, it } from 'vitest'
import { fixedAlarm } from '../words/fixed-alarm.ts'
import { spanOf } from './alarm-span.ts'

it('AL18 an alarm is marked while its condition was there, until now where it is', () => {
  const past = spanOf(fixedAlarm({ since: 1_000, returnedAt: 4_000 }), 'words', 9_000)
  expect(past).toMatchObject({ key: 'alarm-1', from: 1_000, to: 4_000, label: 'words' })
  const present = spanOf(fixedAlarm({ since: 1_000, returnedAt: null }), '', 9_000)
  expect(present).toMatchObject({ from: 1_000, to: 9_000 })
  const ahead = spanOf(fixedAlarm({ since: 9_500, returnedAt: null }), '', 9_000)
  expect(ahead).toMatchObject({ from: 9_500, to: 9_500 })
})

it('AL18 priorities differ by colour and shape, and what came late is hollow', () => {
  const marks = ([1, 2, 3, 'journal'] as const).flatMap((priority) =>
    [false, true].map((isLate) => spanOf(fixedAlarm({ priority, isLate }), '', 0)),
  )
  expect(marks.map(({ sign }) => sign)).toEqual(['■', '□', '◆', '◇', '●', '○', '▪', '▫'])
  expect(new Set(marks.map(({ colour }) => colour)).size).toBe(4)
  expect(marks.map(({ isHollow }) => isHollow)).toEqual(marks.map((_, index) => index % 2 === 1))
})
