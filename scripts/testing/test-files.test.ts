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

test('a part of a test file is run by that one, and by itself where that one is not chosen', () => {
  const [whole = '', part = ''] = ['boards', 'sharing'].map(
    (name) => `features/pages/server/${name}.test.ts`,
  )
  for (const filters of [[], ['features/pages/server/'], [whole, part]]) {
    expect(testFiles(filters)).toContain(whole)
    expect(testFiles(filters)).not.toContain(part)
  }
  for (const name of [`${part}:7`, 'pages/server/shar']) expect(testFiles([name])).toEqual([part])
})
