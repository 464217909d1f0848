import type { ServerMessage } from '#kit/model/live/messages.ts'
import { createConnection, type ConnectionEdge, type ConnectionStatus } from './connection.ts'
import { createRegister, type Listener } from './register.ts'
import { createServerClock, everyWholeSecond } from './server-clock.ts'
import { createLiveStore, type CatalogueNews, type LiveStore } from './store.ts'
import { createSubscription } from './subscription.ts'

type Stop = () => void

/** The world around the hub: that of the connection, and the browser's frames. */
export interface HubEdge extends ConnectionEdge {
  /**
   * Calls back before the next paint. A hidden page has none: work then waits, at most one entry
   * for each listener.
   */
  nextFrame(callback: () => void): void
  microtask(callback: () => void): void
}

/**
 * All of the application's live data: one socket, one store, and the listeners of everything on
 * screen.
 */
export interface LiveHub {
  readonly store: Omit<LiveStore, 'apply' | 'clear'>
  /** The server's time now, ms UTC. */
  now(): number
  /** Subscribes to sensors without listening, so that their values are at hand. */
  watchSensors(sensorIds: readonly number[]): Stop
  /**
   * Subscribes, and calls `listener` in the frame after a reading of this sensor or new points of
   * its trend.
   */
  watchSensor(sensorId: number, listener: Listener): Stop
  /** Calls `listener` in the frame after the device's status changed. */
  watchDevice(deviceId: number, listener: Listener): Stop
  /**
   * Calls `listener` once a second, on the second of the server's clock, in a frame shared with all
   * others.
   */
  everySecond(listener: Listener): Stop
  watchPulse(listener: Listener): Stop
  /**
   * Calls `listener` at once with what changed of devices and sensors; with 'reload' also when
   * changes may have been missed.
   */
  watchCatalogue(listener: (news: CatalogueNews) => void): Stop
  watchConnection(listener: (status: ConnectionStatus) => void): Stop
  connection(): ConnectionStatus
  /** The browser says that the network is back. */
  networkIsBack(): void
}

/** How long the socket outlives its last watcher. */
const idleCloseMs = 2_000

export function createLiveHub(edge: HubEdge): LiveHub {
  const store = createLiveStore()
  const clock = createServerClock()
  const subscription = createSubscription(
    (sensorId) => typeof store.reading(sensorId)?.value === 'number',
  )
  const bySensor = createRegister()
  const byDevice = createRegister()
  const secondListeners = new Set<Listener>()
  const pulseListeners = new Set<Listener>()
  const catalogueListeners = new Set<(news: CatalogueNews) => void>()
  const statusListeners = new Set<(status: ConnectionStatus) => void>()
  const due = new Set<Listener>()
  let holders = 0
  let cancelClose = () => {}
  let stopSeconds = () => {}
  let frameAsked = false
  let secondDue = false
  let subscriptionDue = false
  let lastServerTime: number | undefined

  const now = () => clock.at(edge.now())
  const connection = createConnection(edge, {
    onOpen() {
      if (lastServerTime !== undefined) tellCatalogue('reload')
      return subscription.message(lastServerTime)
    },
    onMessage,
    onStatus(status) {
      if (status.state === 'ended' || status.state === 'denied') forget()
      for (const listener of statusListeners) listener(status)
    },
  })

  function tellCatalogue(news: CatalogueNews): void {
    for (const listener of catalogueListeners) listener(news)
  }

  function forget(): void {
    store.clear()
    subscription.forget()
    lastServerTime = undefined
  }

  function subscriptionChanged(): void {
    if (subscriptionDue) return
    subscriptionDue = true
    edge.microtask(() => {
      subscriptionDue = false
      if (subscription.isOutdated()) connection.send(subscription.message(lastServerTime))
    })
  }

  function onMessage(message: ServerMessage): void {
    clock.observe(message.serverTime, edge.now())
    lastServerTime = message.serverTime
    if (message.type === 'history')
      subscription.filled(message.series.map(([sensorId]) => sensorId))
    const changes = store.apply(message)
    for (const sensorId of changes.sensors)
      for (const listener of bySensor.of(sensorId)) due.add(listener)
    for (const deviceId of changes.devices)
      for (const listener of byDevice.of(deviceId)) due.add(listener)
    if (changes.pulse) for (const listener of pulseListeners) due.add(listener)
    if (changes.catalogue) tellCatalogue(changes.catalogue)
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

  function onSecond(): void {
    secondDue = true
    askFrame()
  }

  /**
   * The socket is open while somebody holds it, and a little longer, so that a change of screens
   * does not close it.
   */
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

  function watchSensors(sensorIds: readonly number[]): Stop {
    const letGo = hold()
    subscription.add(sensorIds)
    subscriptionChanged()
    return () => {
      subscription.remove(sensorIds)
      subscriptionChanged()
      letGo()
    }
  }

  return {
    store,
    now,
    watchSensors,
    watchSensor(sensorId, listener) {
      const stopWatching = watchSensors([sensorId])
      bySensor.add(sensorId, listener)
      return () => {
        due.delete(listener)
        bySensor.remove(sensorId, listener)
        stopWatching()
      }
    },
    watchDevice(deviceId, listener) {
      byDevice.add(deviceId, listener)
      return () => {
        due.delete(listener)
        byDevice.remove(deviceId, listener)
      }
    },
    everySecond(listener) {
      if (secondListeners.size === 0) stopSeconds = everyWholeSecond(edge, now, onSecond)
      secondListeners.add(listener)
      return () => {
        secondListeners.delete(listener)
        due.delete(listener)
        if (secondListeners.size === 0) stopSeconds()
      }
    },
    watchPulse: (listener) => join(pulseListeners, listener),
    watchCatalogue: (listener) => join(catalogueListeners, listener),
    watchConnection: (listener) => join(statusListeners, listener),
    connection: () => connection.status(),
    networkIsBack: () => connection.retryNow(),
  }
}
