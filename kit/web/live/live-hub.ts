import type { ServerClock } from '../clock/server-clock.ts'
import type { ConnectionEnvironment, ConnectionStatus } from './connection/connection-status.ts'
import type { BoardUpdate, CatalogueUpdate } from './values/live-state.ts'
import type { Listener } from './frames/listeners-by-id.ts'
import type { Followed } from './topic.ts'
import type { LiveStore } from './values/store.ts'

/** Ends what the call that returned it began. */
export type Stop = () => void

/** The world around the hub: that of the connection, and the browser's frames. */
export interface HubEnvironment extends ConnectionEnvironment {
  /**
   * Calls back before the next paint. A hidden page has none: work then waits, at most one entry
   * for each listener.
   */
  nextFrame(callback: () => void): void
  microtask(callback: () => void): void
  readonly serverClock: ServerClock
}

/**
 * All of the application's live data: one socket, one store, and the listeners of everything on
 * screen.
 */
export interface LiveHub {
  /** Whether it shows a moment of the past: nothing there acts on the plant. */
  readonly isRecorded: boolean
  readonly store: Omit<LiveStore, 'apply' | 'clear'>
  /**
   * The server's time (ms UTC) of what is shown: now, or while the connection is lost the time of
   * the last message, so that no age and no state counts on.
   */
  asOf(): number
  /** The server's time of the last message, ms UTC; undefined before the first of a session. */
  lastMessageAt(): number | undefined
  /** Subscribes to sensors without listening, so that their values are in the store. */
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
  /**
   * Calls `listener` after each heartbeat, in the frame of the next second; at once after the first
   * one, and when the store or the evaluation of alarms stopped or goes on.
   */
  watchHeartbeat(listener: Listener): Stop
  /**
   * Calls `listener` at once with what changed of devices and sensors; with 'reload' also when
   * changes may have been missed: with `followed`, those since it was last used.
   */
  watchCatalogue(listener: (update: CatalogueUpdate) => void, followed?: Followed): Stop
  /**
   * Calls `listener` at once when a page or dashboard that is open to the person changes, or who
   * edits it; with 'reload' when changes may have been missed: with `followed`, those since it was
   * last used.
   */
  watchBoards(listener: (change: BoardUpdate) => void, followed?: Followed): Stop
  /**
   * Calls `listener` at once when alarms of the person's devices came, changed or ended, and when
   * that may have been missed.
   */
  watchAlarms(listener: Listener): Stop
  watchConnection(listener: (status: ConnectionStatus) => void): Stop
  connection(): ConnectionStatus
  /** The browser reports that the network is back. */
  networkIsBack(): void
}

/** The hub of the socket. */
export interface SocketHub extends LiveHub {
  /** Nobody looks at the page: no readings are sent until `resume`, which asks for them at once. */
  pause(): void
  resume(): void
}
