import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, listChange } from './differences.ts'

const snapshots = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue(), { maxKeys: 6 })

test('AU20 equal snapshots differ in nothing, whatever the order of their fields', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const turned = Object.fromEntries(Object.entries(snapshot).toReversed())
      expect(differences(snapshot, turned)).toEqual([])
    }),
  )
})

test('AU20 every field of what was made or removed is a difference', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const fields = Object.keys(snapshot)
      expect(differences(null, snapshot).map(({ field }) => field)).toEqual(fields)
      expect(differences(snapshot, null).map(({ field }) => field)).toEqual(fields)
    }),
  )
})

test('AU20 a changed field is named with both values, its neighbours are not', () => {
  const before = { name: 'Lin', roles: ['user'], disabled: false }
  expect(differences(before, { ...before, disabled: true })).toEqual([
    { field: 'disabled', before: false, after: true },
  ])
})

test('AU20 lists show what was removed and what was added', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ removed: ['a'], added: ['c'] })
  expect(listChange(undefined, ['a'])).toEqual({ removed: [], added: ['a'] })
  expect(listChange([1], ['a'])).toBeNull()
  expect(listChange('a', 'b')).toBeNull()
})
