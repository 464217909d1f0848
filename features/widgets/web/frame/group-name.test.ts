import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { groupName } from './group-name.ts'

const words = wordsOf()
const sensor = { lowerAlarm: 10, upperAlarm: 20 }
const nameOf = (input: Parameters<typeof testView>[0]) =>
  groupName(testView({ ...input, sensor }), words)

test('WD61 the name of a widget says which limit its value is beyond', () => {
  expect(nameOf({})).toBe('Flow: 21.4 m³/h, above 20.0, Limits 10.0 … 20.0')
  expect(nameOf({ reading: { value: 5 } })).toContain('below 10.0')
  const silent = nameOf({ reading: { time: viewNow - 300_000 } })
  expect(silent).toBe('Flow: 21.4 m³/h, stale, above 20.0, Limits 10.0 … 20.0')
})

test('WD61 of a value that is bad, or the last of an offline device, it says no limit', () => {
  expect(nameOf({ reading: { quality: 2 } })).toBe('Flow: bad, last 21.4 m³/h, Limits 10.0 … 20.0')
  const device = { status: 'offline', since: viewNow - 60_000 } as const
  expect(nameOf({ device })).toBe('Flow: Offline, last 21.4 m³/h, Limits 10.0 … 20.0')
})
