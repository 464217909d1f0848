import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { budgetOfOne } from '../budget/budget.ts'
import { MessageFlow } from './message-flow.ts'

/** A flow of messages, each named by its topic and dealt with when `answer` is called for it. */
function start(patienceMs: number) {
  const acknowledged: string[] = []
  const answers = new Map<string, () => void>()
  const flow = new MessageFlow({
    ...{ budget: budgetOfOne(2 ** 20), source: 'broker', logger: { warn: () => undefined } },
    plan: ({ topic }) => ({
      orderingKey: topic,
      run: () => new Promise<void>((resolve) => answers.set(topic, resolve)),
    }),
    patienceMs,
  })
  return {
    acknowledged,
    answer: (topic: string) => answers.get(topic)?.(),
    take: (topic: string) =>
      flow.take({
        ...{ topic, payload: Buffer.alloc(10), retained: false, isCurrent: () => true },
        acknowledge: () => void acknowledged.push(topic),
      }),
    flow,
  }
}

test('CN52 a message that nothing answers holds up the acknowledgement of no others', async () => {
  const { acknowledged, answer, take, flow } = start(10)
  for (const topic of ['unknown', 'pump', 'oven']) await take(topic)
  for (const topic of ['pump', 'oven']) answer(topic)
  await eventually('the others are acknowledged', () => acknowledged.length === 2)
  expect(acknowledged).toEqual(['pump', 'oven'])
  expect(flow.size).toBe(1)
  answer('unknown')
  await flow.close()
  expect(acknowledged).toEqual(['pump', 'oven', 'unknown'])
})

test('CN52 what is answered soon is acknowledged in the order in which it came', async () => {
  const { acknowledged, answer, take, flow } = start(60_000)
  for (const topic of ['first', 'second', 'third']) await take(topic)
  for (const topic of ['third', 'second', 'first']) answer(topic)
  await flow.close()
  expect(acknowledged).toEqual(['first', 'second', 'third'])
})
