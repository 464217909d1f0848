import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import {
  changesOf,
  emptyDraft,
  isGranted,
  summaryOf,
  toggled,
  withoutSaved,
  type MatrixDraft,
} from './matrix-draft.ts'

const permissions = ['a', 'b', 'c', 'd']
const abilities = { rename: true, setPermissions: true, remove: true, assign: true }
const roleOf = (name: string, granted: readonly string[], members: number): RoleDetail => ({
  name,
  builtIn: false,
  permissions: [...granted],
  members,
  version: 7,
  abilities,
})
const roles = [roleOf('one', ['a', 'kept elsewhere'], 3), roleOf('two', [], 4)]
const [one, two] = roles as [RoleDetail, RoleDetail]
const turns = fc.array(fc.tuple(fc.constantFrom(one, two), fc.constantFrom(...permissions)), {
  maxLength: 30,
})

const turnedBy = (
  all: readonly (readonly [RoleDetail, string])[],
  from: MatrixDraft = emptyDraft,
) => all.reduce((before, [role, permission]) => toggled(before, role, permission), from)

test('AM21 what is saved is what the boxes show, and what the matrix does not show stays', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const draft = turnedBy(all)
      for (const change of changesOf(draft, roles, permissions)) {
        const role = roles.find(({ name }) => name === change.name)!
        expect(permissions.filter((name) => change.permissions.includes(name))).toEqual(
          permissions.filter((name) => isGranted(draft, role, name)),
        )
        expect(change.permissions.includes('kept elsewhere')).toBe(role.name === 'one')
        expect(change.version).toBe(7)
      }
    }),
  )
})

test('AM21 a box turned while its role is saved stands as the person left it', () => {
  fc.assert(
    fc.property(turns, turns, (first, meanwhile) => {
      const sent = turnedBy(first)
      const shown = turnedBy(meanwhile, sent)
      const left = withoutSaved(shown, sent, 'one')
      const granted = permissions.filter((name) => isGranted(sent, one, name))
      const saved = roleOf('one', granted, 3)
      for (const name of permissions) {
        expect(isGranted(left, saved, name)).toBe(isGranted(shown, one, name))
        expect(isGranted(left, two, name)).toBe(isGranted(shown, two, name))
      }
    }),
  )
})

test('AM21 boxes turned twice change nothing and affect nobody', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const draft = [...all, ...all].reduce(
        (before, [role, permission]) => toggled(before, role, permission),
        emptyDraft,
      )
      expect(summaryOf(draft, roles)).toEqual({ boxes: 0, roles: [], members: 0 })
      expect(changesOf(draft, roles, permissions)).toEqual([])
    }),
  )
})

test('AM21 the summary counts boxes, roles and the accounts that hold them', () => {
  const draft = toggled(toggled(toggled(emptyDraft, one, 'a'), one, 'b'), two, 'c')
  expect(summaryOf(draft, roles)).toEqual({ boxes: 3, roles: ['one', 'two'], members: 7 })
})

test('AM24 a box that somebody else turns meanwhile stands as the person chose', () => {
  const ticked = toggled(emptyDraft, one, 'b')
  const unticked = toggled(ticked, one, 'a')
  const theirs = { ...roleOf('one', ['b', 'kept elsewhere'], 3), version: 8 }
  expect(['a', 'b'].map((name) => isGranted(unticked, theirs, name))).toEqual([false, true])
  // Both were saved by the other person: there is nothing left to save.
  expect(summaryOf(unticked, [theirs, two]).boxes).toBe(0)
  expect(changesOf(unticked, [theirs, two], permissions)).toEqual([])
  expect(isGranted(toggled(unticked, theirs, 'b'), theirs, 'b')).toBe(false)
})
