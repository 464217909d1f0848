import { createFakeEnvironment, receive } from './fake-environment.ts'
import { createLiveHub } from './hub.ts'

/** A hub in a fake environment, with what the other end of its socket sends and received. */
export function createTestHub() {
  const world = createFakeEnvironment()
  const hub = createLiveHub(world.environment)
  const open = () => world.socket().onopen?.()
  const reading = (sensorId: number, time: number, value: number) =>
    receive(world.socket(), {
      type: 'frame',
      serverTime: world.now(),
      readings: [[sensorId, time, value, 0]],
    })
  const history = (...sensorIds: number[]) =>
    receive(world.socket(), {
      type: 'history',
      serverTime: world.now(),
      from: 0,
      series: sensorIds.map((id) => [id, [1], [1]]),
      ...{ bad: [], uncertain: [] },
    })
  const subscriptions = () =>
    world.sockets.flatMap(({ sent }) => sent) as { sensors: number[]; since?: number }[]
  return { world, hub, open, reading, history, subscriptions }
}
