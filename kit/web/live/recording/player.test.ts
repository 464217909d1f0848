import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LiveReading } from '#kit/model/live/messages.ts'
import { conditionOf } from '../values/freshness.ts'
import { createPlayed, seconds, start } from './played-recording.ts'
import { speeds } from './player-state.ts'

const sensor = { id: 1, deviceId: 7, intervalMs: 10_000 }

it('PA11 every moment shown is the newest reading at or before it, however played', async () => {
  const act = fc.record({
    at: fc.option(fc.integer({ min: 0, max: 200_000 }), { freq: 2 }),
    play: fc.option(fc.constantFrom<1 | -1>(1, -1), { freq: 4 }),
    speed: fc.constantFrom(...speeds),
    ms: fc.integer({ min: 100, max: 2_000 }),
  })
  // Some at moments that are shown.
  const time = fc.oneof(
    fc.integer({ min: 1, max: 160_000 }),
    fc.integer({ min: 1, max: 160 }).map((second) => second * 1_000),
  )
  const times = fc.uniqueArray(time, { minLength: 30 })
  await fc.assert(
    fc.asyncProperty(times, fc.array(act, { maxLength: 6 }), async (offsets, acts) => {
      const readings = offsets
        .toSorted((one, other) => one - other)
        .map((offset): LiveReading => [1, start + offset, offset, 0])
      const { player, pass, read } = await createPlayed(readings, start + 80_000)
      for (const { at, play, speed, ms } of acts) {
        if (at !== null) player.seek(start + at)
        player.setSpeed(speed)
        if (play === null) player.pause()
        else player.play(play)
        for (let passed = 0; passed < ms; passed += 50) {
          await pass(50)
          const shown = player.hub.asOf()
          expect(read()).toBe(readings.findLast(([, time]) => time <= shown)?.[2])
        }
      }
    }),
    { numRuns: 40 },
  )
})

it('PA12 plays at its speed, forwards and backwards, and waits for what is to come', async () => {
  const { player, pass, read, store } = await createPlayed(seconds(600), start + 100_000)
  /** How far the room goes in so many ms, in ms of the past. */
  const goes = async (ms: number) => {
    const before = player.hub.asOf()
    await pass(ms)
    expect(read()).toBe(Math.floor((player.hub.asOf() - start) / 1_000))
    return player.hub.asOf() - before
  }
  player.setSpeed(10)
  player.play(1)
  await pass(500)
  expect(await goes(2_000)).toBe(20_000)
  player.play(-1)
  await pass(500)
  expect(await goes(3_000)).toBe(-30_000)
  player.pause()
  expect(await goes(1_000)).toBe(0)
  store.hold()
  player.play(1)
  expect(await goes(4_000)).toBe(0)
  expect(player.state()).toMatchObject({ isPlaying: true, isLoading: true })
  store.release()
  await pass(500)
  expect(await goes(1_000)).toBe(10_000)
})

it('PA12 plays on where nothing is watched', async () => {
  const { player, pass } = await createPlayed([], start, Infinity, [])
  player.play(1)
  await pass(3_000)
  expect(player.hub.asOf() - start).toBeGreaterThan(2_000)
})

it('PA12 plays from a moment that was asked for just before', async () => {
  const { player, pass, read, store } = await createPlayed(seconds(600), start + 100_000)
  store.hold()
  player.seek(start + 300_000)
  player.play(1)
  await pass(500)
  store.release()
  await pass(3_000)
  expect(player.hub.asOf() - start).toBeGreaterThan(302_000)
  expect(read()).toBe(Math.floor((player.hub.asOf() - start) / 1_000))
})

it('PA12 goes on from where it was when the page was not painted meanwhile', async () => {
  const { player, pass } = await createPlayed(seconds(600), start + 100_000)
  player.setSpeed(10)
  player.play(1)
  await pass(500)
  const before = player.hub.asOf()
  await pass(600_000, 600_000)
  expect(player.hub.asOf() - before).toBeLessThanOrEqual(10_000)
  await pass(1_000)
  expect(player.hub.asOf() - before).toBeLessThanOrEqual(20_000)
})

it('PA12 ends where the present begins, with a message', async () => {
  const { player, pass, read } = await createPlayed(seconds(100), start + 30_000, start + 42_000)
  player.setSpeed(5)
  player.play(1)
  await pass(5_000)
  expect(player.state()).toMatchObject({ isPlaying: false, isAtPresent: true })
  expect([player.wanted(), read()]).toEqual([start + 40_000, 40])
  player.seek(start + 90_000)
  await pass(50)
  expect(player.wanted()).toBe(start + 40_000)
})

it('PA13 steps to the next reading of anything watched, and to the one before', async () => {
  const readings: LiveReading[] = [...seconds(3), [2, start + 1_400, 7, 0]]
  const { player, flushPromises } = await createPlayed(readings, start + 1_000)
  const shown = []
  for (const direction of [1, 1, -1, -1, -1] as const) {
    await player.step(direction)
    await flushPromises()
    shown.push(player.hub.asOf() - start)
  }
  expect(shown).toEqual([1_400, 2_000, 1_400, 1_000, 0])
})

it('PA13 a step goes as far as the next reading is, after the last to the present', async () => {
  const far = 40 * 86_400_000
  const readings: LiveReading[] = [
    [1, start, 1, 0],
    [2, start + far, 2, 0],
  ]
  const present = start + far + 3_600_000
  const { player, flushPromises } = await createPlayed(readings, start, present)
  const shown = []
  for (const direction of [1, 1, -1, -1, -1] as const) {
    await player.step(direction)
    await flushPromises()
    shown.push(player.hub.asOf() - start)
  }
  expect(shown).toEqual([far, far + 3_598_000, far, 0, 0])
})

it('PA14 what is dragged through shows moments on the way, at last where it was left', async () => {
  const { player, store, flushPromises, read } = await createPlayed(seconds(600), start)
  store.hold()
  for (const second of [10, 20, 30]) player.seek(start + second * 1_000)
  store.release()
  for (let turn = 0; turn < 4; turn++) await flushPromises()
  expect(read()).toBe(30)
  expect(store.requests.filter((name) => name.startsWith('moment'))).toEqual([
    ...['moment 0', 'moment 10000', 'moment 30000'],
  ])
})

it('PA24 of a moment before anything was read, when the first reading came is known', async () => {
  const readings: LiveReading[] = [
    [2, start + 30_000, 7, 0],
    [1, start + 60_000, 9, 0],
  ]
  const { player, flushPromises, pass } = await createPlayed(readings, start)
  const nothingUntil = () => player.hub.recording()?.nothingUntil()
  expect(nothingUntil()).toBe(start + 30_000)
  player.play(1)
  player.setSpeed(60)
  await pass(1_000)
  expect(nothingUntil()).toBeUndefined()
  player.pause()
  player.seek(start + 29_999)
  await flushPromises()
  expect(nothingUntil()).toBe(start + 30_000)
  expect((await createPlayed([], start)).player.hub.recording()?.nothingUntil()).toBeNull()
})

it('PA30 a moment that was left before it was there is shown to who comes back', async () => {
  for (const isAtOnce of [false, true]) {
    const { player, store, read, flushPromises } = await createPlayed(seconds(600), start + 10_000)
    const stop = player.hub.watchSensors([1, 2])
    store.hold()
    player.seek(start + 300_000)
    await flushPromises()
    player.rest()
    stop()
    if (!isAtOnce) {
      store.release()
      await flushPromises()
    }
    player.hub.watchSensors([1, 2])
    await flushPromises()
    store.release()
    await flushPromises()
    expect([player.wanted(), player.hub.asOf(), read()]).toEqual([
      ...[start + 300_000, start + 300_000, 300],
    ])
  }
})

it('PA31 a step that goes nowhere leaves the moment that was asked for before it', async () => {
  const readings = seconds(100).slice(30)
  const { player, store, read, flushPromises } = await createPlayed(readings, start + 60_000)
  expect(read()).toBe(60)
  store.hold()
  player.seek(start + 10_000)
  const stepped = player.step(-1)
  store.release()
  await stepped
  await flushPromises()
  expect([player.wanted(), player.hub.asOf(), read()]).toEqual([
    ...[start + 10_000, start + 10_000, undefined],
  ])
})

it('PA15 "now" is the moment: ages, states and trends are those of then', async () => {
  const readings = [...seconds(20), [1, start + 200_000, 5, 2] as LiveReading]
  const { player, flushPromises } = await createPlayed(readings, start + 19_000)
  const condition = () => conditionOf(player.hub.store, sensor, player.hub.asOf())
  expect(condition()).toBe('good')
  expect(player.hub.store.trend(1)?.times().at(-1)).toBe(start + 19_000)
  player.seek(start + 49_001)
  await flushPromises()
  expect(condition()).toBe('stale')
  player.seek(start + 200_000)
  await flushPromises()
  expect(condition()).toBe('bad')
  player.seek(start - 1)
  await flushPromises()
  expect(condition()).toBe('waiting')
})

it('PA15 devices come and go, and trends follow, both ways', async () => {
  const { player, pass } = await createPlayed(seconds(120), start + 55_000)
  player.play(1)
  await pass(6_000)
  expect(player.hub.store.device(7)).toEqual({ status: 'offline', since: start + 60_000 })
  expect(player.hub.store.trend(1)?.values().at(-1)).toBe(60)
  player.play(-1)
  await pass(4_000)
  expect(player.hub.store.device(7)?.status).toBe('online')
  expect(player.hub.store.trend(1)?.values().at(-1)).toBe(56)
})

it('PA16 a failed fetch leaves the moment that was shown, with a message', async () => {
  const { player, store, flushPromises, read } = await createPlayed(seconds(100), start + 5_000)
  const { moment } = store.source
  store.source.moment = () => Promise.reject(new Error('away'))
  player.seek(start + 50_000)
  await flushPromises()
  expect(player.state()).toMatchObject({ isLoading: false, failure: new Error('away') })
  expect([read(), player.hub.asOf()]).toEqual([5, start + 5_000])
  store.source.moment = moment
  player.seek(start + 50_000)
  await flushPromises()
  expect([read(), player.state().failure]).toEqual([50, null])
})
