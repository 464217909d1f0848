import { expect, onTestFinished, test } from 'vitest'
import { describeMachine } from './config-machine.ts'

/** The zone of a machine on which TZ is this. */
function timezoneWith(variable: string): string | null {
  const before = process.env['TZ']
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  process.env['TZ'] = variable
  return describeMachine('/srv/warroom').timezone
}

test.each([
  ['Asia/Taipei', 'Asia/Taipei'],
  [':Asia/Taipei', 'Asia/Taipei'],
  // As a file for containers leaves it that names a variable which is not set.
  ['', 'UTC'],
  ['Asia/Nowhere', null],
  ['GMT+5', null],
])('CF9 with TZ=%j the zone of the machine is %j', (variable, timezone) => {
  expect(timezoneWith(variable)).toBe(timezone)
})
