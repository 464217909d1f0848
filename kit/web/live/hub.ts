import type { ClientMessage, ServerMessage } from '#features/live/contract/messages.ts'
import { liveVersion, maximumSubscription } from '#features/live/contract/protocol.ts'
import { createConnection, type ConnectionEdge, type ConnectionStatus } from './connection.ts'
import { createServerClock } from './server-clock.ts'
import { createLiveStore, trendColumns, trendWindowMs, type LiveStore } from './store.ts'

type Listener = () => void
type Stop = () => void

/** The world around the hub: that of the connection, and the browser's frames. */
export interface HubEdge extends ConnectionEdge {
  /** Calls back before the next paint. A hidden page has none: work then waits, at most one entry for each listener. */
  nextFrame(callback: () => void): void
  microtask(callback: () => void): void
}

/** All of the application's live data: one socket, one store, and the listeners of everything on screen. */
export interface LiveHub {
  readonly store: Omit<LiveStore, 'apply' | 'clear'>
  /** The server's time now, ms UTC. */
  now(): number
  /** Subscribes to sensors without listening, so that their values are at hand. */
  watchSensors(sensorIds: readonly number[]): Stop
  /** Subscribes, and calls `listener` in the frame after a reading of this sensor or new points of its trend. */
  watchSensor(sensorId: number, listener: Listener): Stop
  /** Calls `listener` in the frame after the device's status changed. */
  watchDevice(deviceId: number, listener: Listener): Stop
  /** Calls `listener` once a second, on the second of the server's clock, in a frame shared with all others. */
  everySecond(listener: Listener): Stop
  watchPulse(listener: Listener): Stop
  watchCatalogue(listener: Listener): Stop
  watchConnection(listener: (status: ConnectionStatus) => void): Stop
  connection(): ConnectionStatus
  /** The browser says that the network is back. */
  networkIsBack(): void
}

/** Listeners by the id of what they listen to. */
function createRegister() {
  const listeners = new Map<number, Set<Listener>>()
  return {
    ids: () => listeners.keys(),
    of: (id: number): Iterable<Listener> => listeners.get(id) ?? [],
    add(id: number, listener: Listener): boolean {
      const set = listeners.get(id)
      if (set) set.add(listener)
      else listeners.set(id, new Set([listener]))
      return !set
    },
    remove(id: number, listener: Listener): boolean {
      const set = listeners.get(id)
      set?.delete(listener)
      return set?.size === 0 && listeners.delete(id)
    },
  }
}

/** How long the socket outlives its last watcher. */
const idleCloseMs = 2_000
/** A gap is asked for from a little before it: readings may have been under way. */
const overlapMs = 5_000

export function createLiveHub(edge: HubEdge): LiveHub {
  const store = createLiveStore()
  const clock = createServerClock()
  const bySensor = createRegister()
  const byDevice = createRegister()
  const secondListeners = new Set<Listener>()
  const pulseListeners = new Set<Listener>()
  const catalogueListeners = new Set<Listener>()
  const statusListeners = new Set<(status: ConnectionStatus) => void>()
  const due = new Set<Listener>()
  let holders = 0
  let cancelClose = () => {}
  let cancelSecond: (() => void) | undefined
  let frameAsked = false
  let secondDue = false
  let subscriptionDue = false
  /** Sensors of the subscription that was sent last. */
  let asked: ReadonlySet<number> = new Set()
  /** Sensors whose past has arrived: after a reconnect only what came since is asked for. */
  let filled: ReadonlySet<number> = new Set()
  let lastServerTime: number | undefined

  const now = () => clock.at(edge.now())
  const connection = createConnection(edge, {
    onOpen: subscription,
    onMessage,
    onStatus(status) {
      if (status.state === 'ended') forget()
      for (const listener of statusListeners) listener(status)
    },
  })

  function forget(): void {
    store.clear()
    asked = new Set()
    filled = new Set()
    lastServerTime = undefined
  }

  /** The union of what is watched. The past is asked from where it is known, if it is known of every one of these sensors. */
  function subscription(): ClientMessage {
    const sensors = [...bySensor.ids()].slice(0, maximumSubscription)
    const isFilled = lastServerTime !== undefined && sensors.every((sensorId) => filled.has(sensorId))
    asked = new Set(sensors)
    return {
      version: liveVersion,
      type: 'subscribe',
      sensors,
      historyMs: trendWindowMs,
      historyColumns: trendColumns,
      ...(isFilled && lastServerTime !== undefined ? { since: lastServerTime - overlapMs } : {}),
    }
  }

  function subscriptionChanged(): void {
    if (subscriptionDue) return
    subscriptionDue = true
    edge.microtask(() => {
      subscriptionDue = false
      const wanted = new Set(bySensor.ids())
      const isSame = wanted.size === asked.size && [...wanted].every((sensorId) => asked.has(sensorId))
      if (!isSame) connection.send(subscription())
    })
  }

  function onMessage(message: ServerMessage): void {
    clock.observe(message.serverTime, edge.now())
    lastServerTime = message.serverTime
    if (message.type === 'history') filled = asked
    const changes = store.apply(message)
    for (const sensorId of changes.sensors) for (const listener of bySensor.of(sensorId)) due.add(listener)
    for (const deviceId of changes.devices) for (const listener of byDevice.of(deviceId)) due.add(listener)
    if (changes.pulse) for (const listener of pulseListeners) due.add(listener)
    if (changes.catalogue) for (const listener of catalogueListeners) listener()
    if (due.size > 0) askFrame()
  }

  function askFrame(): void {
    if (frameAsked) return
    frameAsked = true
    edge.nextFrame(() => {
      frameAsked = false
      if (secondDue) for (const listener of secondListeners) due.add(listener)
      secondDue = false
      const listeners = [...due]
      due.clear()
      for (const listener of listeners) listener()
    })
  }

  function scheduleSecond(): void {
    const time = now()
    cancelSecond = edge.after(1_000 - (((time % 1_000) + 1_000) % 1_000), () => {
      secondDue = true
      askFrame()
      scheduleSecond()
    })
  }

  /** The socket is open while somebody holds it, and a little longer, so that a change of screens does not close it. */
  function hold(): Stop {
    cancelClose()
    if (holders++ === 0) connection.start()
    let held = true
    return () => {
      if (!held) return
      held = false
      if (--holders > 0) return
      cancelClose = edge.after(idleCloseMs, () => {
        connection.stop()
        forget()
      })
    }
  }

  /** Adds to a set of listeners; the returned function takes away exactly that again. */
  function join<Item>(set: Set<Item>, item: Item): Stop {
    const letGo = hold()
    set.add(item)
    return () => {
      set.delete(item)
      letGo()
    }
  }

  function watchSensor(sensorId: number, listener: Listener): Stop {
    const letGo = hold()
    if (bySensor.add(sensorId, listener)) subscriptionChanged()
    return () => {
      due.delete(listener)
      if (bySensor.remove(sensorId, listener)) subscriptionChanged()
      letGo()
    }
  }

  return {
    store,
    now,
    watchSensor,
    watchSensors(sensorIds) {
      const silent = () => {}
      const stops = sensorIds.map((sensorId) => watchSensor(sensorId, silent))
      return () => stops.forEach((stop) => stop())
    },
    watchDevice(deviceId, listener) {
      byDevice.add(deviceId, listener)
      return () => {
        due.delete(listener)
        byDevice.remove(deviceId, listener)
      }
    },
    everySecond(listener) {
      if (secondListeners.size === 0) scheduleSecond()
      secondListeners.add(listener)
      return () => {
        secondListeners.delete(listener)
        due.delete(listener)
        if (secondListeners.size === 0) cancelSecond?.()
      }
    },
    watchPulse: (listener) => join(pulseListeners, listener),
    watchCatalogue: (listener) => join(catalogueListeners, listener),
    watchConnection: (listener) => join(statusListeners, listener),
    connection: () => connection.status(),
    networkIsBack: () => connection.retryNow(),
  }
}
