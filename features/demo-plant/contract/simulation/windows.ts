import { hashUnit } from './noise.ts'

/**
 * A span of time, and who it is about. `from` is inclusive, `to` exclusive, both ms UTC in whole
 * seconds.
 */
export interface Turn {
  readonly member: number
  readonly from: number
  readonly to: number
}

export interface TurnPlan {
  readonly seed: number
  /** Every slot of this length holds one turn. */
  readonly slotMs: number
  readonly minimumMs: number
  readonly maximumMs: number
  /** How many take turns. */
  readonly members: number
}

/** Whose turn the slot of `time` holds, and when in the slot it is. */
export function turnAt(plan: TurnPlan, time: number): Turn {
  const slot = Math.floor(time / plan.slotMs)
  const length = plan.minimumMs + hashUnit(plan.seed, slot * 3) * (plan.maximumMs - plan.minimumMs)
  const from = slot * plan.slotMs + hashUnit(plan.seed, slot * 3 + 1) * (plan.slotMs - length)
  const member = Math.floor(hashUnit(plan.seed, slot * 3 + 2) * plan.members)
  return { member, from: wholeSecond(from), to: wholeSecond(from + length) }
}

/**
 * The turn of slot number `slot` when turns overlap, so that there is always somebody's: each
 * begins 6 to 15 minutes before its slot and ends as long after it.
 */
export function overlappingTurn(plan: TurnPlan, slot: number): Turn {
  const early = 360_000 + hashUnit(plan.seed, slot * 3) * 540_000
  const late = 360_000 + hashUnit(plan.seed, slot * 3 + 1) * 540_000
  const member = Math.floor(hashUnit(plan.seed, slot * 3 + 2) * plan.members)
  return {
    member,
    from: wholeSecond(slot * plan.slotMs - early),
    to: wholeSecond((slot + 1) * plan.slotMs + late),
  }
}

const wholeSecond = (time: number) => Math.floor(time / 1_000) * 1_000
