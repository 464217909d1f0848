import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { project } from '#testing/catalogues/catalogues.ts'

const rows = readFileSync(`${project}docs/changes.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| [a-z]/.test(line))
  .slice(1)
  .map((line) => {
    const [, change = '', files = ''] = line.split('|').map((cell) => cell.trim())
    const named = [...files.matchAll(/`([^`]*[/A-Z][^`]*)`( \(new\))?/g)]
    return {
      change,
      files: named.map(([, path = '', isNew]) => ({ path, isNew: isNew !== undefined })),
    }
  })

test('the page of changes has all ten', () => {
  expect(rows).toHaveLength(10)
})

test.each(rows)('$change: what the page names is there', ({ files }) => {
  for (const { path, isNew } of files)
    expect([path, existsSync(project + path)]).toEqual([path, !isNew])
})

test.each(rows.filter(({ change }) => !change.endsWith('(more)')))(
  '$change touches six files in four folders at most',
  ({ files }) => {
    const folders = new Set(files.map(({ path }) => dirname(path)))
    expect(files.length).toBeLessThanOrEqual(6)
    expect(folders.size).toBeLessThanOrEqual(4)
  },
)
