import type { ClientMessage, ServerMessage } from '#kit/model/live/messages.ts'
import {
  createConnection,
  type Connection,
  type ConnectionEnvironment,
  type ConnectionStatus,
} from './connection.ts'
import { createFrameQueue, type FrameQueue } from './frame-queue.ts'
import { createListenersById, type Listener } from './listeners-by-id.ts'
import { createServerClock, everyWholeSecond } from './server-clock.ts'
import { createLiveStore, type CatalogueNews, type LiveStore } from './store.ts'
import { createSubscription } from './subscription.ts'
import { createUsage } from './usage.ts'

type Stop = () => void

/** The world around the hub: that of the connection, and the browser's frames. */
export interface HubEnvironment extends ConnectionEnvironment {
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

/** A hub on its own, so that tests have one each; the application's is in browser-hub.ts. */
export const createLiveHub = (environment: HubEnvironment): LiveHub => new Hub(environment)

class Hub implements LiveHub {
  readonly store = createLiveStore()
  readonly #environment: HubEnvironment
  readonly #clock = createServerClock()
  readonly #subscription = createSubscription(
    (sensorId) => typeof this.store.reading(sensorId)?.value === 'number',
  )
  readonly #connection: Connection
  readonly #frames: FrameQueue
  /** The socket stays open while anything is watched. */
  readonly #useSocket: () => Stop
  readonly #bySensor = createListenersById()
  readonly #byDevice = createListenersById()
  readonly #secondListeners = new Set<Listener>()
  readonly #pulseListeners = new Set<Listener>()
  readonly #catalogueListeners = new Set<(news: CatalogueNews) => void>()
  readonly #statusListeners = new Set<(status: ConnectionStatus) => void>()
  #stopSeconds: Stop = () => {}
  #isSubscriptionDue = false
  /** Of the last message; undefined before the first one of a session. */
  #lastServerTime: number | undefined

  constructor(environment: HubEnvironment) {
    this.#environment = environment
    this.#frames = createFrameQueue((callback) => environment.nextFrame(callback))
    this.#connection = createConnection(environment, {
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onStatus: (status) => this.#onStatus(status),
    })
    this.#useSocket = createUsage({
      start: () => this.#connection.start(),
      stop: () => {
        this.#connection.stop()
        this.#clear()
      },
      idleMs: idleCloseMs,
      after: (ms, callback) => environment.after(ms, callback),
    })
  }

  readonly now = () => this.#clock.at(this.#environment.now())

  readonly watchSensors = (sensorIds: readonly number[]): Stop => {
    const release = this.#useSocket()
    this.#subscription.add(sensorIds)
    this.#onSubscriptionChange()
    return () => {
      this.#subscription.remove(sensorIds)
      this.#onSubscriptionChange()
      release()
    }
  }

  readonly watchSensor = (sensorId: number, listener: Listener): Stop => {
    const stopWatching = this.watchSensors([sensorId])
    this.#bySensor.add(sensorId, listener)
    return () => {
      this.#frames.remove(listener)
      this.#bySensor.remove(sensorId, listener)
      stopWatching()
    }
  }

  readonly watchDevice = (deviceId: number, listener: Listener): Stop => {
    this.#byDevice.add(deviceId, listener)
    return () => {
      this.#frames.remove(listener)
      this.#byDevice.remove(deviceId, listener)
    }
  }

  readonly everySecond = (listener: Listener): Stop => {
    const listeners = this.#secondListeners
    if (listeners.size === 0)
      this.#stopSeconds = everyWholeSecond(this.#environment, this.now, () =>
        this.#frames.add(listeners),
      )
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      this.#frames.remove(listener)
      if (listeners.size === 0) this.#stopSeconds()
    }
  }

  readonly watchPulse = (listener: Listener) => this.#join(this.#pulseListeners, listener)

  readonly watchCatalogue = (listener: (news: CatalogueNews) => void) =>
    this.#join(this.#catalogueListeners, listener)

  readonly watchConnection = (listener: (status: ConnectionStatus) => void) =>
    this.#join(this.#statusListeners, listener)

  readonly connection = () => this.#connection.status()

  networkIsBack(): void {
    this.#connection.retryNow()
  }

  /** Adds to a set of listeners; the returned function takes away exactly that again. */
  #join<Item>(listeners: Set<Item>, listener: Item): Stop {
    const release = this.#useSocket()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      release()
    }
  }

  #onOpen(): ClientMessage {
    if (this.#lastServerTime !== undefined) this.#notifyCatalogue('reload')
    return this.#subscription.message(this.#lastServerTime)
  }

  #onStatus(status: ConnectionStatus): void {
    if (status.state === 'ended' || status.state === 'denied') this.#clear()
    for (const listener of this.#statusListeners) listener(status)
  }

  #onMessage(message: ServerMessage): void {
    this.#clock.observe(message.serverTime, this.#environment.now())
    this.#lastServerTime = message.serverTime
    if (message.type === 'history')
      this.#subscription.filled(message.series.map(([sensorId]) => sensorId))
    const changes = this.store.apply(message)
    for (const sensorId of changes.sensors) this.#frames.add(this.#bySensor.of(sensorId))
    for (const deviceId of changes.devices) this.#frames.add(this.#byDevice.of(deviceId))
    if (changes.pulse) this.#frames.add(this.#pulseListeners)
    if (changes.catalogue) this.#notifyCatalogue(changes.catalogue)
  }

  #notifyCatalogue(news: CatalogueNews): void {
    for (const listener of this.#catalogueListeners) listener(news)
  }

  /** All changes of one turn are sent at once. */
  #onSubscriptionChange(): void {
    if (this.#isSubscriptionDue) return
    this.#isSubscriptionDue = true
    this.#environment.microtask(() => {
      this.#isSubscriptionDue = false
      if (this.#subscription.isOutdated())
        this.#connection.send(this.#subscription.message(this.#lastServerTime))
    })
  }

  /** Another person may sign in next. */
  #clear(): void {
    this.store.clear()
    this.#subscription.clear()
    this.#lastServerTime = undefined
  }
}
