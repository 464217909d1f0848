import { expect, it } from 'vitest'
import { latestAnswer } from './latest-answer.ts'

it('CA45 sensors found for an earlier filter or before a choice are not selected', async () => {
  const answers = latestAnswer()
  const seen: unknown[] = []
  const see = (answer: unknown) => void seen.push(answer)
  let filter = 'oven'
  const ask = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const asked = filter
    const isOfScreen = () => asked === filter
    const taken = answers.take(promise, { isOfScreen, onAnswer: see, onFailure: see })
    return { resolve, reject, taken }
  }
  const [earlier, later] = [ask(), ask()]
  later.resolve('later')
  earlier.resolve('earlier')
  await Promise.all([earlier.taken, later.taken])
  expect(seen).toEqual(['later'])
  const ofOven = ask()
  filter = 'pump'
  ofOven.resolve('of the oven')
  await ofOven.taken
  const cleared = ask()
  answers.drop()
  cleared.reject(new Error('nobody waits for it'))
  await cleared.taken
  expect(seen).toEqual(['later'])
})
