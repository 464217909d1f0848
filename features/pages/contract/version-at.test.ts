import { expect, test } from 'vitest'
import { versionAt } from './version-at.ts'

test('PA20 a moment of the past has the layout that was saved then', () => {
  const versions = [30, 20, 10].map((savedAt, index) => ({ version: 3 - index, savedAt }))
  expect([31, 30, 29, 20, 10, 9].map((at) => versionAt(versions, at))).toEqual([3, 3, 2, 2, 1, 1])
  expect(versionAt([], 10)).toBeNull()
})
