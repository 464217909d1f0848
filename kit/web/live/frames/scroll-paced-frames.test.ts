import { expect, it } from 'vitest'
import { watchScrolling } from '../../browser/scrolling.ts'
import { createFakeEnvironment } from '../fake-environment.ts'
import { createFrameQueue } from './frame-queue.ts'
import { scrollPacedFrames } from './scroll-paced-frames.ts'

/** A page of 60 frames a second with one value that changes in each of them. */
function openPage() {
  const world = createFakeEnvironment(0)
  const target = new EventTarget()
  const scrolling = watchScrolling(target, world.environment)
  const queue = createFrameQueue(scrollPacedFrames(world.environment, scrolling, 3))
  let value = 0
  let shown = 0
  let drawings = 0
  const draw = () => {
    shown = value
    drawings++
  }
  return {
    /** How often the value was drawn meanwhile. */
    pass(ms: number, { isScrolled }: { readonly isScrolled: boolean }): number {
      const before = drawings
      for (let passed = 0; passed < ms; passed += 16) {
        value++
        queue.add([draw])
        if (isScrolled) target.dispatchEvent(new Event('scroll'))
        world.draw()
        world.pass(16)
      }
      return drawings - before
    },
    change(): void {
      value++
      queue.add([draw])
    },
    frame(ms: number): void {
      world.pass(ms)
      world.draw()
    },
    isScrolled: () => scrolling.isOn(),
    isNewest: () => shown === value,
  }
}

it('LC25 while somebody scrolls values are drawn three times a second, else in each frame', () => {
  const page = openPage()
  expect(page.pass(1_600, { isScrolled: false })).toBe(100)
  const drawn = page.pass(4_000, { isScrolled: true })
  expect(drawn).toBeGreaterThanOrEqual(11)
  expect(drawn).toBeLessThanOrEqual(13)
})

it('LC25 the newest value is there as soon as the scrolling has ended', () => {
  const page = openPage()
  page.pass(480, { isScrolled: true })
  page.change()
  expect(page.isNewest()).toBe(false)
  page.frame(150)
  expect(page.isScrolled()).toBe(false)
  expect(page.isNewest()).toBe(true)
  expect(page.pass(1_600, { isScrolled: false })).toBe(100)
})

it('LC25 the first change after a rest is drawn at once, also while somebody scrolls', () => {
  const page = openPage()
  page.pass(1_000, { isScrolled: true })
  page.frame(400)
  expect(page.pass(16, { isScrolled: true })).toBe(1)
})
