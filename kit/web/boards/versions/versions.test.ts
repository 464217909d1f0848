import { expect, test } from 'vitest'
import { withDifferences } from './difference.ts'
import { versionField } from './version-field.ts'

test('PG42 each version shows how it differs from the one before it', () => {
  const saved = (version: number, name: string, areas: number, widgets: number) => ({
    ...{ version, name, areas, widgets },
  })
  const versions = [
    saved(5, 'Hall', 1, 4),
    saved(4, 'Hall', 2, 4),
    saved(3, 'Hall', 2, 1),
    saved(2, 'Room', 2, 1),
  ]
  expect(withDifferences(versions).map(({ difference }) => difference)).toEqual([
    { isFirst: false, isRenamed: false, areas: -1, widgets: 0 },
    { isFirst: false, isRenamed: false, areas: 0, widgets: 3 },
    { isFirst: false, isRenamed: true, areas: 0, widgets: 0 },
    { isFirst: true, isRenamed: false, areas: 2, widgets: 1 },
  ])
})

test.each([
  ['3', 3],
  [7, 7],
  ['', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['1e99', null],
  ['three', null],
  [undefined, null],
  [['1', '2'], null],
])('PG42 an address with version %j shows %j', (raw, version) => {
  expect(versionField.read(raw)).toBe(version)
})
