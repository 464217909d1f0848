import { expect, test } from 'vitest'
import { isBrowserTest, needsBuiltWeb, testFiles } from './test-files.ts'

test('a filter chooses the files whose path contains it, also with a line', () => {
  expect(testFiles(['scripts/testing/test-files'])).toEqual(['scripts/testing/test-files.test.ts'])
  expect(testFiles(['test-files.test.ts:5'])).toEqual(['scripts/testing/test-files.test.ts'])
  expect(testFiles(['no such file'])).toEqual([])
})

test('without a filter all files are chosen, and none of the dependencies', () => {
  const all = testFiles([])
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter((file) => file.includes('node_modules'))).toEqual([])
  expect(all.some(isBrowserTest)).toBe(true)
})

test('a feature’s tests need neither a browser nor the built web', () => {
  const chosen = testFiles(['features/ingest/'])
  expect(chosen.length).toBeGreaterThan(10)
  expect(chosen.some((file) => isBrowserTest(file) || needsBuiltWeb(file))).toBe(false)
  expect(testFiles(['e2e/']).every(needsBuiltWeb)).toBe(true)
  expect(testFiles(['apps/web/tabs', 'web/ask-dialog']).map(isBrowserTest)).toEqual([true, true])
})
