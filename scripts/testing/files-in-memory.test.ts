import { existsSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reachableDirectory } from '#testing/temporary-directory.ts'
import { filesInMemory, removeFiles } from './files-in-memory.ts'

test('a run has files that PostgreSQL reaches, and removes those of killed ones', () => {
  const memory = reachableDirectory()
  const [killed, running, other] = ['warroom-tests-a', 'warroom-tests-b', 'of others'].map((name) =>
    join(memory, name),
  )
  for (const path of [killed, running, other]) mkdirSync(path ?? '')
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const path of [killed, other]) utimesSync(path ?? '', twoDaysAgo, twoDaysAgo)
  const files = filesInMemory(memory, { space: 0, memory: 0 }) ?? ''
  expect(statSync(files).mode & 0o777).toBe(0o711)
  expect([killed, running, other].map((path) => existsSync(path ?? ''))).toEqual([
    false,
    true,
    true,
  ])
  removeFiles(files)
  expect(existsSync(files)).toBe(false)
})

test('without such a file system, or with too little room, there is none', () => {
  expect(filesInMemory('/no/such/directory')).toBe(null)
  const memory = reachableDirectory()
  expect(filesInMemory(memory, { space: Infinity, memory: 0 })).toBe(null)
  expect(filesInMemory(memory, { space: 0, memory: Infinity })).toBe(null)
})
