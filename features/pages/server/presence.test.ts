import { expect, test } from 'vitest'
import { otherEditors } from '#kit/server/board-editors.ts'
import { Presence, presenceMs, tabName } from './presence.ts'

const mai = { userId: 1, name: 'Mai' }

test('PG16 who edits is there for 75 s, and longer while it is repeated', () => {
  // A hidden tab repeats it once a minute.
  expect(presenceMs).toBe(75_000)
  let now = 0
  const presence = new Presence(() => now)
  presence.enter('board', 'a', mai)
  now = presenceMs - 1
  expect([presence.editors('board'), presence.removeSilent()]).toEqual([[{ ...mai, tabs: 1 }], []])
  presence.enter('board', 'a', mai)
  now = 2 * presenceMs - 2
  expect(presence.editors('board')).toEqual([{ ...mai, tabs: 1 }])
  now += 1
  expect([presence.editors('board'), presence.removeSilent()]).toEqual([[], ['board']])
  expect(presence.removeSilent()).toEqual([])
})

test('PG16 a person with two tabs counts once, until both are gone', () => {
  const presence = new Presence(() => 0)
  presence.enter('board', 'a', mai)
  presence.enter('board', 'b', mai)
  expect(presence.editors('board')).toEqual([{ ...mai, tabs: 2 }])
  expect(presence.tabs('board')).toBe(2)
  presence.leave('board', 'a')
  expect(presence.editors('board')).toEqual([{ ...mai, tabs: 1 }])
  presence.leave('board', 'b')
  expect(presence.editors('board')).toEqual([])
})

test('PG16 a person sees others, and themself where another tab of theirs edits', () => {
  const lin = { userId: 2, name: 'Lin', tabs: 1 }
  expect(otherEditors([{ ...mai, tabs: 1 }, lin], mai)).toEqual(['Lin'])
  expect(otherEditors([{ ...mai, tabs: 2 }, lin], mai)).toEqual(['Mai', 'Lin'])
})

test('PG16 of very many tabs the first hundred count', () => {
  const presence = new Presence(() => 0)
  for (let userId = 0; userId < 150; userId += 1)
    presence.enter('board', `tab ${userId}`, { userId, name: '' })
  expect(presence.editors('board')).toHaveLength(100)
})

test('PG16 the tabs of a session that has ended are gone, those of others stay', () => {
  const presence = new Presence(() => 0)
  presence.enter('board', tabName('ended', 'a'), mai)
  presence.enter('board', tabName('ended', 'b'), mai)
  presence.enter('board', tabName('ended-too', 'a'), mai)
  presence.enter('other', tabName('goes on', 'a'), mai)
  expect(presence.removeSessions(['ended'])).toEqual(['board'])
  expect([presence.tabs('board'), presence.tabs('other')]).toEqual([1, 1])
  expect(presence.removeSessions(['ended'])).toEqual([])
})

/** An announcement of Mai's tab that is resolved only when the test asks for it. */
function heldAnnouncement(presence: Presence, isEditing: boolean) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const announcement = { boardId: 'board', tab: tabName('session', 'a'), userId: mai.userId }
  const announced = presence.announce(announcement, async () => {
    await promise
    return { editor: isEditing ? mai : null }
  })
  return async () => {
    resolve()
    return (await announced).isChanged
  }
}

test('PG16 of two announcements of a tab the later one counts, if resolved first too', async () => {
  const presence = new Presence(() => 0)
  const enter = heldAnnouncement(presence, true)
  const leave = heldAnnouncement(presence, false)
  expect([await leave(), await enter(), presence.editors('board')]).toEqual([false, false, []])
  expect(await heldAnnouncement(presence, true)()).toBe(true)
  expect(presence.tabs('board')).toBe(1)
})

test('PG16 whose session or share ended meanwhile does not come back', async () => {
  const presence = new Presence(() => 0)
  const beforeSignOut = heldAnnouncement(presence, true)
  presence.removeSessions(['session'])
  expect([await beforeSignOut(), presence.editors('board')]).toEqual([false, []])
  const beforeEnd = heldAnnouncement(presence, true)
  presence.remove('board', mai.userId)
  expect([await beforeEnd(), presence.editors('board')]).toEqual([false, []])
  const fails = presence.announce({ boardId: 'board', tab: 'a', userId: 1 }, async () => {
    throw new Error('away')
  })
  await expect(fails).rejects.toThrow('away')
})
