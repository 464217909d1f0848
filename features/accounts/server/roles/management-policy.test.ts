import { expect, test } from 'vitest'
import { warRoomGate } from '#kit/model/permission.ts'
import type { Caller } from '#kit/server/caller.ts'
import { mayGiveRole } from './management-policy.ts'

const callerWith = (roles: readonly string[], permissions: readonly string[]): Caller => ({
  ...{ userId: 1, sessionId: 's', roles: [...roles], permissions: [...permissions] },
})

test.each(warRoomGate.roles)(
  'AM7 who may not see the war room does not give the role %s, whose name opens it',
  (name) => {
    const role = { name, permissions: ['manage user'] }
    expect(mayGiveRole(callerWith(['desk'], ['manage user']), role)).toBe(false)
    const [opening] = warRoomGate.permissions
    expect(mayGiveRole(callerWith(['desk'], ['manage user', opening]), role)).toBe(true)
    expect(mayGiveRole(callerWith(['desk'], [opening]), role)).toBe(false)
  },
)
