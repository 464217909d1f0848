import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LiveReading } from '#kit/model/live/messages.ts'
import { conditionOf } from '../values/freshness.ts'
import { Player } from './player.ts'
import { speeds } from './player-state.ts'
import type { RecordingSource, SpanRequest } from './recording-source.ts'

const start = 1_800_000_000_000
const sensor = { id: 1, deviceId: 7, intervalMs: 10_000 }

/** Stored readings of sensors, as the server answers about them; `hold` keeps answers back. */
function createStore(readings: readonly LiveReading[]) {
  const requests: string[] = []
  let held: (() => void)[] | null = null
  const answer = async <Answer>(name: string, signal: AbortSignal, give: () => Answer) => {
    requests.push(name)
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    signal.throwIfAborted()
    return give()
  }
  const newest = (id: number, at: number) =>
    readings.findLast(([sensorId, time]) => sensorId === id && time <= at)
  const steps = (id: number, { from, until, stepMs }: SpanRequest) => {
    const found = new Map<number, LiveReading>()
    for (const each of readings)
      if (each[0] === id && each[1] > from && each[1] <= until)
        found.set(Math.floor((each[1] - from - 1) / stepMs), each)
    return [...found.values()]
  }
  const source: RecordingSource = {
    moment: (ids, at, signal) =>
      answer(`moment ${at - start}`, signal, () => ({
        readings: ids.flatMap((id) => [newest(id, at)].filter((each) => each !== undefined)),
        previous: [],
        withoutReading: ids.flatMap((id) => {
          const first = readings.find((each) => each[0] === id)?.[1] ?? null
          return newest(id, at) ? [] : [[id, first] as const]
        }),
        devices: [[7, 'online', null]],
        closed: [],
      })),
    trends: (ids, at, signal) =>
      answer('trends', signal, () =>
        ids.map((id) => {
          const own = readings.filter(([each, time]) => each === id && time <= at)
          return [id, own.map(([, time]) => time), own.map(([, , value]) => Number(value))] as const
        }),
      ),
    span: (ids, request, signal) =>
      answer(`span ${request.from - start}`, signal, () => ({
        from: request.from,
        until: request.until,
        devices: [[7, 'offline', start + 60_000]],
        series: ids.map((id) => {
          const own = steps(id, request)
          return [
            id,
            own.map(([, time]) => time - request.from),
            own.map(([, , value]) => value),
            own.map(([, , , quality]) => quality),
          ] as const
        }),
      })),
    nearest: (ids, { at, backwards }, signal) =>
      answer(`nearest ${at - start}`, signal, () => {
        const times = readings.flatMap(([id, time]) => (ids.includes(id) ? [time] : []))
        const beside = backwards
          ? times.filter((time) => time < at).toSorted((one, other) => other - one)
          : times.filter((time) => time > at).toSorted((one, other) => one - other)
        return beside[0] ?? null
      }),
  }
  return {
    source,
    requests,
    hold: () => (held = []),
    release: () => {
      const waiting = held ?? []
      held = null
      for (const resolve of waiting) resolve()
    },
  }
}

/** A player whose frames and clock are moved by the test. */
async function createPlayed(readings: readonly LiveReading[], at: number, present = Infinity) {
  let elapsed = 0
  let frames: (() => void)[] = []
  const store = createStore(readings)
  const player = new Player(
    {
      nextFrame: (callback) => void frames.push(callback),
      microtask: (callback) => queueMicrotask(callback),
      elapsed: () => elapsed,
      present: () => present,
    },
    store.source,
    at,
  )
  player.hub.watchSensors([1, 2])
  const flushPromises = () => new Promise((resolve) => setImmediate(resolve))
  await flushPromises()
  return {
    ...{ player, store, flushPromises },
    read: (id = 1) => player.hub.store.reading(id)?.value,
    /** Lets ms pass in frames, and what was asked for arrive. */
    async pass(ms: number, frameMs = 50): Promise<void> {
      for (const end = elapsed + ms; elapsed < end;) {
        elapsed += frameMs
        const due = frames
        frames = []
        for (const callback of due) callback()
        await flushPromises()
      }
    },
  }
}

/** A reading every second: its value is its second. */
const seconds = (count: number, id = 1): LiveReading[] =>
  Array.from({ length: count }, (_, second) => [id, start + second * 1_000, second, 0])

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
