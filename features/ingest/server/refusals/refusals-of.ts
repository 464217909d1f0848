import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { MessageTail } from '../tail/message-tail.ts'
import { Refusals } from './refusals.ts'

/** What is refused, of devices that there are; the tail shows it too. */
export function refusalsOf({
  clock,
  budget,
  bus,
  catalogue,
  tail,
}: {
  readonly clock: Clock
  readonly budget: Budget
  readonly bus: Bus
  readonly catalogue: Pick<Catalogue, 'device'>
  readonly tail: Pick<MessageTail, 'addRefused'>
}): Refusals {
  const refusals = new Refusals(clock, budget, (refusal) => tail.addRefused(refusal))
  bus.on('deviceTokenChanged', ({ lesiId }) => {
    if (!catalogue.device(lesiId)) refusals.removeDevice(lesiId)
  })
  return refusals
}
