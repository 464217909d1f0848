import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sizeWithParts } from './longest-first.ts'
import { isBrowserTest, testFiles } from './test-files.ts'

test('the size of a test file counts its parts', () => {
  const sizes = testFiles([])
    .filter(isBrowserTest)
    .map((file) => ({ file, size: sizeWithParts(resolve(file)) }))
  const [largest] = sizes.toSorted((one, other) => other.size - one.size)
  expect(largest?.file).toBe('e2e/room.test.ts')
})
