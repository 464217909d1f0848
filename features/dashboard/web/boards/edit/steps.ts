import { Gesture, type GestureKind } from '#kit/ui/grid/layout/gesture.ts'
import type { Layout } from '#kit/ui/grid/layout/item.ts'
import { boardOptions } from '../content/draft.ts'

type Direction = readonly [GestureKind, -1 | 0 | 1, -1 | 0 | 1]

const steps = {
  left: ['move', -1, 0],
  right: ['move', 1, 0],
  up: ['move', 0, -1],
  down: ['move', 0, 1],
  wider: ['resize', 1, 0],
  narrower: ['resize', -1, 0],
  taller: ['resize', 0, 1],
  flatter: ['resize', 0, -1],
} as const satisfies Record<string, Direction>

export type StepName = keyof typeof steps

/** What a menu offers to those who do not drag. */
export const stepNames = Object.keys(steps) as readonly StepName[]

/** The layout after one step of an item; the same where there is none. */
export function stepped(layout: Layout, i: string, name: StepName): Layout {
  const [kind, across, down] = steps[name]
  const gesture = new Gesture(layout, i, kind, boardOptions)
  gesture.step(across, down)
  return gesture.layout
}
