import type { LiveReading } from '#kit/model/live/messages.ts'
import { Player } from './player.ts'
import type { RecordingSource, SpanRequest } from './recording-source.ts'

export const start = 1_800_000_000_000

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
export async function createPlayed(
  readings: readonly LiveReading[],
  at: number,
  present = Infinity,
  watched: readonly number[] = [1, 2],
) {
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
  if (watched.length > 0) player.hub.watchSensors(watched)
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
export const seconds = (count: number, id = 1): LiveReading[] =>
  Array.from({ length: count }, (_, second) => [id, start + second * 1_000, second, 0])
