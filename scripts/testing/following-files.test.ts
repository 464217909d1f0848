import { expect, test } from 'vitest'
import { mayFollow } from './following-files.ts'
import { testFiles } from './test-files.ts'

test('a file with engines follows others unless it changes what belongs to the process', () => {
  const following = testFiles([]).filter(mayFollow)
  expect(following).toContain('features/accounts/server/accounts.test.ts')
  expect(following).toContain('kit/server/http/replies/reply-slots.test.ts')
  for (const own of ['journal-files', 'receipt-times', 'opcua'])
    expect(testFiles([`/${own}.test`]).map(mayFollow)).toEqual([false])
})
