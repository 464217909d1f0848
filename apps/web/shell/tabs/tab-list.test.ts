import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  close,
  closeAll,
  closeOthers,
  nextActive,
  refresh,
  restore,
  untitled,
  visit,
  type Views,
} from './tab-list.ts'

const names = ['/home', '/charts', '/devices', '/users', '/users/edit/1', '/roles']
const path = fc.constantFrom(...names)
const action = fc.oneof(
  fc.record({
    kind: fc.constant('visit' as const),
    path,
    query: fc.constantFrom('', '?a=1', '?a=2#x'),
  }),
  fc.record({
    kind: fc.constantFrom('close' as const, 'closeOthers' as const, 'refresh' as const),
    path,
  }),
  fc.record({ kind: fc.constant('closeAll' as const), path }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

const affixed = { path: '/home', href: '/home', title: 'home', affix: true }

function apply(views: Views, step: Action): Views {
  if (step.kind === 'visit')
    return visit(views, {
      path: step.path,
      href: step.path + step.query,
      noCache: step.path === '/roles',
    })
  if (step.kind === 'closeAll') return closeAll(views)
  return { close, closeOthers, refresh }[step.kind](views, step.path)
}

/** What the tab bar does: the list changes, and then the view to show. */
function play(
  actions: readonly Action[],
  check: (views: Views, active: string, before: Views, step: Action) => void,
): void {
  let views: Views = visit([], affixed)
  let active = '/home'
  for (const step of actions) {
    const before = views
    views = apply(views, step)
    active = step.kind === 'visit' ? step.path : (nextActive(before, views, active)?.path ?? '')
    check(views, active, before, step)
  }
}

test('WE15 whatever is done, affixed tabs stay, and no path has two', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      play(actions, (views, active) => {
        const paths = views.map((view) => view.path)
        expect(paths).toContain('/home')
        expect(new Set(paths).size).toBe(paths.length)
        expect(paths).toContain(active)
      })
    }),
  )
})

test('WE15 each action takes away what it says, and nothing else changes its place', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      play(actions, (views, _active, before, step) => {
        const paths = views.map((view) => view.path)
        const stayed = before.map((view) => view.path).filter((name) => paths.includes(name))
        expect(paths.filter((name) => stayed.includes(name))).toEqual(stayed)
        if (step.kind === 'close') expect(before.length - views.length).toBeLessThanOrEqual(1)
        if (step.kind === 'closeOthers')
          expect(paths.every((name) => name === '/home' || name === step.path)).toBe(true)
        if (step.kind === 'closeAll') expect(paths).toEqual(['/home'])
        if (step.kind === 'refresh') expect(paths).toEqual(before.map((view) => view.path))
      })
    }),
  )
})

const three = ['/a', '/b', '/c'].reduce<Views>(
  (views, name) => visit(views, { path: name, href: name }),
  [],
)

test('WE15 closing the active tab goes to its right neighbour, at the end to the left one', () => {
  expect(nextActive(three, close(three, '/b'), '/b')?.path).toBe('/c')
  expect(nextActive(three, close(three, '/c'), '/c')?.path).toBe('/b')
  expect(nextActive(three, close(three, '/a'), '/b')?.path).toBe('/b')
  expect(nextActive(three, closeAll(three), '/b')).toBeUndefined()
})

test('WE15 a view that is visited again keeps its tab and takes over the address', () => {
  const again = visit(three, { path: '/b', href: '/b?day=2' })
  expect(again.map((view) => view.href)).toEqual(['/a', '/b?day=2', '/c'])
  expect(again[1]?.title).toBe(untitled)
  expect(visit(again, { path: '/b', href: '/b?day=2' })).toBe(again)
})

test('WE15 a view begins again when it is refreshed, and affixed ones when all are closed', () => {
  expect(refresh(three, '/b').map((view) => view.generation)).toEqual([0, 1, 0])
  const home = visit(three, affixed)
  expect(closeAll(home)).toEqual([expect.objectContaining({ path: '/home', generation: 1 })])
})

test('WE15 tabs of before come back after the affixed ones', () => {
  const views = restore(
    [affixed],
    [
      { path: '/charts', href: '/charts?x=1' },
      { path: '/home', href: '/home', title: 'home', affix: true },
    ],
  )
  expect(views.map((view) => [view.path, view.href, view.affix])).toEqual([
    ['/home', '/home', true],
    ['/charts', '/charts?x=1', false],
  ])
})
