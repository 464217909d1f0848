import { expect, it } from 'vitest'
import { TemporaryTokens } from './temporary-tokens.ts'

it('DE5 a temporary token is good for its device, for 12 hours, until that gets a new one', () => {
  let now = 1_000_000
  const tokens = new TemporaryTokens(() => now)
  const [first, second] = [tokens.issue('PUMP-1'), tokens.issue('PUMP-1')]
  expect(tokens.verify('PUMP-1', first)).toBe(true)
  expect(tokens.verify('PUMP-1', second)).toBe(true)
  expect(tokens.verify('PUMP-2', first)).toBe(false)
  expect(tokens.verify('PUMP-1', `${first}x`)).toBe(false)
  now += 12 * 3_600_000 + 1
  expect(tokens.verify('PUMP-1', first)).toBe(false)
  const third = tokens.issue('PUMP-1')
  tokens.revoke('PUMP-1')
  expect(tokens.verify('PUMP-1', third)).toBe(false)
})
