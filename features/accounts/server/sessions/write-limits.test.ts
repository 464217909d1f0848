import { expect, test } from 'vitest'
import { createWriteLimit, writesPerMinute } from './write-limits.ts'

test('SE28 after a clock that was set back nobody waits until it is as late again', () => {
  let now = Date.UTC(2026, 10, 20, 8)
  const count = createWriteLimit(() => now)
  for (let each = 0; each < writesPerMinute; each += 1) count('session')
  now -= 3_600_000
  for (let each = 0; each < writesPerMinute; each += 1) count('session')
  now += 59_001
  expect(() => count('session')).toThrow('try again in 1 s')
  now += 999
  count('session')
})
