import { expect, it } from 'vitest'
import { DevicePasses } from './device-passes.ts'

it('DE5 a pass is good for its device, for 12 hours, until the device gets a new token', () => {
  let now = 1_000_000
  const passes = new DevicePasses(() => now)
  const [first, second] = [passes.issue('PUMP-1'), passes.issue('PUMP-1')]
  expect(passes.verify('PUMP-1', first)).toBe(true)
  expect(passes.verify('PUMP-1', second)).toBe(true)
  expect(passes.verify('PUMP-2', first)).toBe(false)
  expect(passes.verify('PUMP-1', `${first}x`)).toBe(false)
  now += 12 * 3_600_000 + 1
  expect(passes.verify('PUMP-1', first)).toBe(false)
  const third = passes.issue('PUMP-1')
  passes.revoke('PUMP-1')
  expect(passes.verify('PUMP-1', third)).toBe(false)
})
