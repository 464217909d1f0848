import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { whenVisible } from './visibility.ts'

interface Seen {
  readonly target: Element
  readonly isIntersecting: boolean
  readonly intersectionRatio: number
}

/** An observer of the browser that says what the test says. */
class FakeObserver {
  static readonly all: FakeObserver[] = []
  readonly observed = new Set<Element>()
  readonly #callback: (entries: readonly Seen[]) => void

  constructor(callback: (entries: readonly Seen[]) => void) {
    this.#callback = callback
    FakeObserver.all.push(this)
  }

  observe(target: Element): void {
    this.observed.add(target)
  }

  unobserve(target: Element): void {
    this.observed.delete(target)
  }

  report(seen: Seen): void {
    if (this.observed.has(seen.target)) this.#callback([seen])
  }
}

vi.stubGlobal('IntersectionObserver', FakeObserver)
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
vi.stubGlobal('addEventListener', () => {})
afterAll(() => void vi.unstubAllGlobals())

const elementIn = (around: Element | null) => ({ closest: () => around }) as unknown as Element
const isObserved = (element: Element) =>
  FakeObserver.all.some(({ observed }) => observed.has(element))
/** How much of an element is on the screen, from 0 to 1. */
const scrollTo = (target: Element, ratio: number) => {
  const seen = { target, isIntersecting: ratio > 0, intersectionRatio: ratio }
  for (const observer of FakeObserver.all) observer.report(seen)
}

let group: Element
let member: Element
let calls: boolean[]
let stop: () => void

beforeEach(() => {
  group = elementIn(null)
  member = elementIn(group)
  calls = []
  stop = whenVisible(member, (isVisible) => calls.push(isVisible))
  return () => stop()
})

it('KW37 an element is measured alone until it is known with all of its group', () => {
  scrollTo(group, 0.5)
  scrollTo(member, 1)
  expect(calls).toEqual([true])
  expect(isObserved(member)).toBe(true)
  scrollTo(group, 1)
  expect(isObserved(member)).toBe(false)
  expect(isObserved(group)).toBe(true)
  expect(calls).toEqual([true])
})

it('KW37 an element leaves the screen after its group has begun to', () => {
  scrollTo(group, 1)
  scrollTo(member, 1)
  expect(isObserved(member)).toBe(false)
  scrollTo(group, 0.9)
  scrollTo(member, 1)
  expect(calls).toEqual([true])
  scrollTo(member, 0)
  expect(calls).toEqual([true, false])
  scrollTo(group, 0)
  scrollTo(group, 1)
  scrollTo(member, 1)
  expect(calls).toEqual([true, false, true])
})

it('KW37 an element that comes later to a group on the screen is reported once', () => {
  scrollTo(group, 1)
  const later: boolean[] = []
  const second = elementIn(group)
  const stopSecond = whenVisible(second, (isVisible) => later.push(isVisible))
  expect(later).toEqual([])
  scrollTo(second, 1)
  expect(later).toEqual([true])
  expect(isObserved(second)).toBe(false)
  stopSecond()
  scrollTo(group, 0.5)
  expect(isObserved(second)).toBe(false)
})

it('KW37 nothing is measured of elements that are gone, and an element needs no group', () => {
  stop()
  expect(isObserved(group)).toBe(false)
  expect(isObserved(member)).toBe(false)
  const alone = elementIn(null)
  const seen: boolean[] = []
  const stopAlone = whenVisible(alone, (isVisible) => seen.push(isVisible))
  scrollTo(alone, 1)
  scrollTo(alone, 0)
  expect(seen).toEqual([true, false])
  stopAlone()
  expect(isObserved(alone)).toBe(false)
})
