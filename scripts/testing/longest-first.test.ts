import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sizeWithParts } from './longest-first.ts'

test('the size of a test file counts its parts', () => {
  const [file, part] = ['e2e/room.test.ts', 'e2e/room/figures.ts'].map((name) => resolve(name))
  const alone = statSync(file ?? '').size
  expect(sizeWithParts(file ?? '')).toBeGreaterThan(alone + statSync(part ?? '').size)
})
