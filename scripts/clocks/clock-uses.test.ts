import { expect, test } from 'vitest'
import { clockUses } from './clock-uses.ts'

test.each([
  'const now = Date.now()',
  'const read = Date.now',
  'const read = Date\n  .now',
  'const now = new Date()',
  'const now = new Date( )',
  'const now = new Date\n',
  'const text = Date()',
  'const today = dayjs()',
])('%j asks the browser for the time', (source) => {
  expect(clockUses(`\n${source}`)).toEqual([2])
})

test.each([
  'const date = new Date(time)',
  'const date = Date.parse(text)',
  'const moment: Date = value',
  'const date = dayjs(text)',
  '// Date.now() is wrong here',
  '/* new Date()\n Date.now() */',
  'const now = serverClock.now()',
])('%j does not', (source) => expect(clockUses(source)).toEqual([]))
