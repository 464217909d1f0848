import type {
  BoardChanged,
  CatalogueDifference,
  ClientMessage,
  ServerMessage,
} from '#kit/model/live/messages.ts'
import type { ConnectionStatus } from './connection/connection-status.ts'
import { Connection } from './connection/connection.ts'
import { everyWholeSecond } from './frames/every-second.ts'
import { FrameListeners } from './frames/frame-listeners.ts'
import type { Listener } from './frames/listeners-by-id.ts'
import type { HubEnvironment, SocketHub, Stop } from './live-hub.ts'
import type { LiveHeartbeat } from './values/live-state.ts'
import { coalesced } from './frames/coalesced.ts'
import { createLiveStore } from './values/store.ts'
import { Subscription } from './connection/subscription.ts'
import { Topic } from './topic.ts'
import { createUsage } from './usage.ts'

/** How long the socket outlives its last watcher. */
const idleCloseMs = 2_000
/**
 * What listeners write in this time takes the browser up to ten times as long to lay out and paint
 * on a slow computer: a person who presses something waits for no longer than 50 ms.
 */
const scriptMsPerFrame = 5

/** A hub on its own, so that tests have one each; the application's is in browser-hub.ts. */
export const createLiveHub = (environment: HubEnvironment): SocketHub => new Hub(environment)

/** Whether neither the store nor the evaluation of alarms has stopped or gone on in between. */
function isSameState(before: LiveHeartbeat | undefined, next: LiveHeartbeat | undefined): boolean {
  return (
    before !== undefined &&
    (before.storeOutage === null) === (next?.storeOutage === null) &&
    (before.alarmsStoppedSince === null) === (next?.alarmsStoppedSince === null)
  )
}

/**
 * Sensors of which a message has the past, or says that none follows: they are not open, never had
 * a reading, or speak in words.
 */
function filledBy(message: ServerMessage): readonly number[] {
  if (message.type === 'history') return message.series.map(([sensorId]) => sensorId)
  if (message.type === 'closed') return message.sensors
  if (message.type !== 'snapshot') return []
  const inWords = message.readings.filter(([, , value]) => typeof value === 'string')
  return [...message.withoutReading, ...inWords.map(([sensorId]) => sensorId)]
}

class Hub implements SocketHub {
  readonly isRecorded = false
  readonly store = createLiveStore()
  readonly #environment: HubEnvironment
  readonly #subscription = new Subscription()
  readonly #connection: Connection
  readonly #listeners: FrameListeners
  /** The socket stays open while anything is watched. */
  readonly #useSocket: () => Stop
  readonly #secondListeners = new Set<Listener>()
  readonly #heartbeatListeners = new Set<Listener>()
  readonly #catalogue = new Topic<CatalogueDifference>()
  readonly #boards = new Topic<BoardChanged>()
  readonly #alarmListeners = new Set<Listener>()
  readonly #statusListeners = new Set<(status: ConnectionStatus) => void>()
  /** All changes of one turn are sent at once. */
  readonly #onSubscriptionChange: () => void
  #stopSeconds: Stop = () => {}
  /** A heartbeat has come, and its listeners have not been called yet. */
  #isHeartbeatWaiting = false
  /** Of the last message; undefined before the first one of a session. */
  #lastServerTime: number | undefined
  /** No message has come over this socket yet. */
  #isNew = true

  constructor(environment: HubEnvironment) {
    this.#environment = environment
    this.#listeners = new FrameListeners((callback) => environment.nextFrame(callback), {
      now: () => environment.now(),
      ms: scriptMsPerFrame,
    })
    this.#connection = new Connection(environment, {
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
    this.#onSubscriptionChange = coalesced(environment.microtask, () => {
      if (this.#subscription.isOutdated()) this.#sendSubscription()
    })
  }

  readonly asOf = () =>
    this.#connection.status().isLost && this.#lastServerTime !== undefined
      ? this.#lastServerTime
      : this.#environment.serverClock.now()

  readonly lastMessageAt = () => this.#lastServerTime

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
    const stopListening = this.#listeners.addToSensor(sensorId, listener)
    return () => {
      stopListening()
      stopWatching()
    }
  }

  readonly watchDevice = (deviceId: number, listener: Listener): Stop =>
    this.#listeners.addToDevice(deviceId, listener)

  readonly everySecond = (listener: Listener): Stop => {
    const listeners = this.#secondListeners
    if (listeners.size === 0)
      this.#stopSeconds = everyWholeSecond(
        this.#environment,
        () => this.#environment.serverClock.now(),
        () => this.#onSecond(),
      )
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      this.#listeners.cancel(listener)
      if (listeners.size === 0) this.#stopSeconds()
    }
  }

  readonly watchHeartbeat = (listener: Listener) => this.#join(this.#heartbeatListeners, listener)

  readonly watchCatalogue: SocketHub['watchCatalogue'] = (listener, followed) =>
    this.#whileOpen(this.#catalogue.add(listener, followed))

  readonly watchBoards: SocketHub['watchBoards'] = (listener, followed) =>
    this.#whileOpen(this.#boards.add(listener, followed))

  readonly watchAlarms = (listener: Listener) => {
    const stop = this.#join(this.#alarmListeners, listener)
    // What was fetched before there was a listener may be older than the messages since.
    if (!this.#isNew) listener()
    return stop
  }

  readonly watchConnection = (listener: (status: ConnectionStatus) => void) =>
    this.#join(this.#statusListeners, listener)

  readonly connection = () => this.#connection.status()

  pause(): void {
    this.#subscription.pause(this.#lastServerTime)
    this.#sendSubscription()
  }

  resume(): void {
    if (this.#subscription.resume()) this.#sendSubscription()
  }

  networkIsBack(): void {
    this.#connection.retryNow()
  }

  #sendSubscription(): void {
    this.#connection.send(this.#subscription.message(this.#lastServerTime))
  }

  /** Adds to a set of listeners; the returned function removes it. */
  #join<Item>(listeners: Set<Item>, listener: Item): Stop {
    listeners.add(listener)
    return this.#whileOpen(() => void listeners.delete(listener))
  }

  /** The socket is open at least until `stop`, which the returned function calls. */
  #whileOpen(stop: Stop): Stop {
    const release = this.#useSocket()
    return () => {
      stop()
      release()
    }
  }

  #onOpen(): ClientMessage {
    this.#isNew = true
    const message = this.#subscription.message(this.#lastServerTime)
    // The lists of a page were fetched after it began.
    if (this.#lastServerTime === undefined)
      return { ...message, listsAgeMs: this.#environment.now() }
    this.#reload()
    return message
  }

  #onStatus(status: ConnectionStatus): void {
    if (status.state === 'ended' || status.state === 'denied') this.#clear()
    for (const listener of this.#statusListeners) listener(status)
  }

  #onMessage(message: ServerMessage): void {
    this.#environment.serverClock.observeMessage(message.serverTime)
    this.#lastServerTime = message.serverTime
    this.#subscription.filled(filledBy(message))
    if (message.type === 'board') this.#boards.notify(message)
    if (message.type === 'outdated') this.#reload()
    // Alarms that changed after they were fetched and before the server followed this socket.
    if (this.#isNew || message.type === 'alarms') this.#notifyAlarms()
    this.#isNew = false
    const before = this.store.heartbeat()
    const changes = this.store.apply(message)
    this.#listeners.changed(changes.sensors, changes.devices)
    if (changes.heartbeat) this.#onHeartbeat(before)
    if (changes.catalogue) this.#catalogue.notify(changes.catalogue)
  }

  /** Ordinary figures wait for the second, so that they need no frame of their own. */
  #onHeartbeat(before: LiveHeartbeat | undefined): void {
    const isOrdinary = isSameState(before, this.store.heartbeat())
    if (isOrdinary && this.#secondListeners.size > 0) this.#isHeartbeatWaiting = true
    else this.#listeners.call(this.#heartbeatListeners)
  }

  #onSecond(): void {
    this.#listeners.call(this.#secondListeners)
    if (this.#isHeartbeatWaiting) this.#listeners.call(this.#heartbeatListeners)
    this.#isHeartbeatWaiting = false
  }

  #reload(): void {
    this.#catalogue.notify('reload')
    this.#boards.notify('reload')
  }

  #notifyAlarms(): void {
    for (const listener of this.#alarmListeners) listener()
  }

  /** Another person may sign in next. */
  #clear(): void {
    this.store.clear()
    this.#subscription.clear()
    this.#lastServerTime = undefined
  }
}
