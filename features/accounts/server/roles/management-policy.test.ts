import { expect, test } from 'vitest'
import { gatesOfRoles, roles } from '#kit/model/permission.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import { mayGiveRole } from './management-policy.ts'

const callerWith = (held: readonly string[], permissions: readonly string[]): Caller => ({
  ...{ userId: 1, sessionId: 's', roles: [...held], permissions: [...permissions] },
})
const named = (name: string) => ({ name, permissions: ['manage user'] })

test.each(roles.filter((name) => name !== 'admin'))(
  'AM7 nobody gives the role %s who may not do what its name alone allows',
  (name) => {
    const callers = [[], ['view menu warroom'], ['view menu admin scada']].flatMap((more) =>
      [['desk'], ['free'], ['user']].map((held) => callerWith(held, ['manage user', ...more])),
    )
    for (const caller of callers) {
      const opened = gatesOfRoles.filter((gate) => passesGate(gate, callerWith([name], [])))
      const isOpen = opened.every((gate) => passesGate(gate, caller))
      expect(mayGiveRole(caller, named(name))).toBe(isOpen)
    }
    expect(mayGiveRole(callerWith(['user'], []), named(name))).toBe(name === 'user')
  },
)

test('AM7 the war room alone gives neither alarm analysis nor home pages', () => {
  const caller = callerWith(['desk'], ['manage user', 'view menu warroom'])
  expect(mayGiveRole(caller, { name: 'basic', permissions: [] })).toBe(false)
  expect(mayGiveRole(caller, { name: 'free', permissions: [] })).toBe(true)
})
