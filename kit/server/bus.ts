import { EventEmitter } from 'node:events'
import type { DeviceStatus } from '#kit/model/device.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { BoardEditor } from './board-editors.ts'
import { endedInTime } from './process/ended-in-time.ts'

/** What changed in one device. */
export interface DeviceChange {
  readonly deviceId: number
  /** The device itself came, went or has other fields, or other people may see it. */
  readonly isDeviceChanged: boolean
  /** Ids of sensors that came or have other fields. */
  readonly changedSensors: readonly number[]
  readonly removedSensors: readonly number[]
}

/** What concerns everybody who looks at a page or dashboard. */
export interface BoardChange {
  readonly boardId: string
  /** Null: it is in the bin. */
  readonly version: number | null
  /** Those who edit it now. */
  readonly editors: readonly BoardEditor[]
  /** Nothing else changed, neither what it says nor to whom it is open. */
  readonly isOnlyEditors: boolean
  /** To whom it is open now, or was until this change: people, and everybody in a role. */
  readonly audience: { readonly userIds: readonly number[]; readonly roles: readonly string[] }
}

/** The clock says less than before. */
export interface SetBack {
  readonly byMs: number
  /** What it says, ms UTC. */
  readonly now: number
  /** How long ago it was at most, ms; null: while no server ran. */
  readonly withinMs: number | null
}

/** What features announce to each other, by name. */
export interface EventMap {
  /** Readings as understood, before they are stored. `receivedAt` in ms UTC. */
  readings: { readonly readings: readonly Reading[]; readonly receivedAt: number }
  /** The newest reading of each of these sensors has changed. */
  current: { readonly readings: readonly Reading[] }
  /** Readings received until `upTo` (ms UTC) are on disk; `count` of them in this batch. */
  stored: { readonly count: number; readonly upTo: number }
  deviceStatus: {
    readonly deviceId: number
    readonly status: DeviceStatus
    /** ms UTC */
    readonly since: number
    /** The device, or its will, named its state itself; else it sent something, or fell silent. */
    readonly isReported: boolean
  }
  /** Devices, sensors or bindings changed. */
  catalogueChanged: { readonly changes: readonly DeviceChange[] }
  /** What is bound to these people, or open to them now, may be something else than before. */
  visibilityChanged: { readonly userIds: readonly number[] }
  /** An annotation of this sensor was added, changed or removed. */
  annotationsChanged: { readonly deviceId: number; readonly sensorId: number }
  /** A device was deleted or its token replaced: connections that used the old one must end. */
  deviceTokenChanged: { readonly lesiId: string }
  /** A device no longer signs in with one of its certificates: its connections must end. */
  deviceCertificateRevoked: { readonly lesiId: string }
  /** Sessions that may no longer be used. */
  sessionsEnded: { readonly sessionIds: readonly string[] }
  /** A page or dashboard was saved, deleted or shared, or other people edit it. */
  boardChanged: BoardChange
  /** The account whose pages and dashboards these were was removed; others have them now. */
  boardsTakenOver: { readonly boardIds: readonly string[]; readonly formerOwnerId: number }
  /** Alarms of these devices came, changed or ended, and are stored so. */
  alarmsChanged: { readonly deviceIds: ReadonlySet<number> }
  /** What waits for a length of time must not wait longer by as much. */
  clockSetBack: SetBack
  /** Roles or permissions of these users may have changed; null: of anybody. */
  rightsChanged: { readonly userIds: readonly number[] | null }
}

/**
 * The in-process bus: listeners run at once, in the order of subscription. A listener's failure
 * does not reach the sender.
 */
export interface Bus {
  emit<Name extends keyof EventMap>(name: Name, event: EventMap[Name]): void
  /**
   * The same; resolves when what the listeners began has ended, whether well or not, and after
   * `longestWaitMs` at the latest.
   */
  emitAndWait<Name extends keyof EventMap>(name: Name, event: EventMap[Name]): Promise<void>
  /** Returns the function that ends the subscription. */
  on<Name extends keyof EventMap>(
    name: Name,
    listener: (event: EventMap[Name]) => unknown,
  ): () => void
}

export function createBus(onListenerError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter().setMaxListeners(100)
  /** What listeners have begun by the event that somebody waits for. */
  let waited: Promise<unknown>[] | null = null
  return {
    emit: (name, event) => void emitter.emit(name, event),
    async emitAndWait(name, event) {
      const outer = waited
      const own: Promise<unknown>[] = []
      waited = own
      emitter.emit(name, event)
      waited = outer
      await endedInTime(own)
    },
    on(name, listener) {
      const guarded = (event: Parameters<typeof listener>[0]) => {
        try {
          const work = listener(event)
          if (!(work instanceof Promise)) return
          const ended = work.catch(onListenerError)
          waited?.push(ended)
        } catch (error) {
          onListenerError(error)
        }
      }
      emitter.on(name, guarded)
      return () => void emitter.off(name, guarded)
    },
  }
}
