import { expect, test } from 'vitest'
import type { ActiveAlarm, AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import { createFakeEnvironment } from '#kit/web/live/fake-environment.ts'
import { AlarmSounds } from './alarm-sounds.ts'
import type { Played } from './tone.ts'

const alarm = (
  id: string,
  priority: AlarmPriority = 1,
  state: ActiveAlarm['state'] = 'unacknowledged',
): ActiveAlarm => ({
  ...{ id, priority, state, text: '', since: 0 },
  sensor: { lesiId: 'D', key: id, alias: id },
})
const all = { 1: true, 2: true, 3: true }

/** A page that has had a list without alarms, in a world whose time the test moves. */
function start(answer: { played: Played } = { played: 'played' }) {
  const world = createFakeEnvironment()
  const tones: AlarmPriority[] = []
  const outcomes: Played[] = []
  const sounds = new AlarmSounds({
    ...{ now: world.now, after: world.environment.after },
    play(priority) {
      if (answer.played === 'played') tones.push(priority)
      return Promise.resolve(answer.played)
    },
    onPlayed: (played) => void outcomes.push(played),
  })
  const follow = async (alarms: readonly ActiveAlarm[], choice = all) => {
    sounds.follow(alarms, choice)
    await settled()
  }
  const pass = async (ms: number) => {
    world.pass(ms)
    await settled()
  }
  return { sounds, follow, pass, tones, outcomes }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

test('AW8 the most urgent of alarms that come together sounds, once', async () => {
  const { follow, pass, tones } = start()
  await follow([])
  const three = [alarm('third', 3), alarm('second', 2)]
  await follow(three)
  expect(tones).toEqual([2])
  await pass(10_000)
  await follow([...three])
  await pass(10_000)
  expect(tones).toEqual([2])
})

test('AW8 what is muted, acknowledged, or was there before the page does not sound', async () => {
  const { follow, pass, tones } = start()
  await follow([alarm('before')])
  await follow([alarm('before'), alarm('muted')], { ...all, 1: false })
  await follow([alarm('before'), alarm('muted'), alarm('a', 1, 'acknowledged')])
  await follow([alarm('before'), alarm('muted'), alarm('b', 1, 'returned')])
  await pass(10_000)
  expect(tones).toEqual([])
})

test('AL100 an alarm that comes within the pause of another one sounds after it', async () => {
  const { follow, pass, tones } = start()
  await follow([])
  await follow([alarm('low', 3)])
  await pass(500)
  await follow([alarm('low', 3), alarm('middle', 2)])
  await pass(500)
  await follow([alarm('low', 3), alarm('middle', 2), alarm('high')])
  expect(tones).toEqual([3])
  await pass(1_999)
  expect(tones).toEqual([3])
  await pass(1)
  expect(tones).toEqual([3, 1])
  await pass(60_000)
  expect(tones).toEqual([3, 1])
})

test('AL100 what is acknowledged, over or muted within the pause does not sound', async () => {
  for (const [after, choice] of [
    [[alarm('low', 3), alarm('high', 1, 'acknowledged')], all],
    [[alarm('low', 3)], all],
    [[alarm('low', 3), alarm('high')], { ...all, 1: false }],
  ] as const) {
    const { follow, pass, tones } = start()
    await follow([])
    await follow([alarm('low', 3)])
    await follow([alarm('low', 3), alarm('high')])
    await follow(after, choice)
    await pass(10_000)
    expect(tones).toEqual([3])
  }
})

test('AL100 what the browser did not play sounds later, while nobody has seen it', async () => {
  const answer: { played: Played } = { played: 'blocked' }
  const { follow, pass, tones, outcomes } = start(answer)
  await follow([])
  await follow([alarm('one')])
  await pass(3_000)
  expect(outcomes).toEqual(['blocked', 'blocked'])
  answer.played = 'played'
  await pass(3_000)
  expect([tones, outcomes.at(-1)]).toEqual([[1], 'played'])
  answer.played = 'blocked'
  await follow([alarm('one'), alarm('two')])
  await pass(3_000)
  await follow([alarm('one'), alarm('two', 1, 'acknowledged')])
  answer.played = 'played'
  await pass(10_000)
  expect(tones).toEqual([1])
})

test('AL100 after the end nothing sounds', async () => {
  const { sounds, follow, pass, tones } = start()
  await follow([])
  await follow([alarm('one')])
  await follow([alarm('one'), alarm('two')])
  sounds.stop()
  await pass(10_000)
  expect(tones).toEqual([1])
})
