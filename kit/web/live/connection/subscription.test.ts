import { expect, it } from 'vitest'
import { Subscription } from './subscription.ts'

it('LC2 what was missed since the first of several pauses is asked for', () => {
  const subscription = new Subscription()
  subscription.add([1])
  subscription.message(1_000_000)
  subscription.filled([1])
  subscription.pause(1_100_000)
  subscription.resume()
  subscription.pause(1_200_000)
  subscription.resume()
  const message = subscription.message(1_200_000)
  expect(message).toMatchObject({ sensors: [1], since: 1_100_000 - 5_000 })
  subscription.filled([1])
  expect(subscription.message(1_300_000)).toMatchObject({ since: 1_300_000 - 5_000 })
})
