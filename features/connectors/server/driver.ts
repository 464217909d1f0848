import type { z } from 'zod'
import type { CommandValue } from '#kit/model/device-command.ts'
import type { DeviceStatus } from '#kit/model/device.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'
import {
  maximumDetailLength,
  type ConnectorFailureCode,
  type FailureReport,
  type PointProblem,
} from '../contract/connector.ts'

export type Json = z.core.util.JSONType

/** What people entered. */
export interface Configuration<Settings = unknown> {
  readonly settings: Settings
  /** By name; those that nobody entered are missing. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Why a connector does not do its work: by its code, and in the words of the other side. */
export class ConnectorFailure extends Error {
  readonly code: ConnectorFailureCode

  constructor(code: ConnectorFailureCode, detail = '', options?: ErrorOptions) {
    super(detail, options)
    this.name = 'ConnectorFailure'
    this.code = code
  }
}

/** What is wrong with something, and where. */
export type RefusedPart = FetchedOutcome['refused'][number]

/** What the frame offers to a connection. */
export interface ConnectorHost {
  /** Aborts when the connection is to end: what it has begun ends too. */
  readonly signal: AbortSignal
  /**
   * Hands over values of one device; resolves when they are on disk, with what was refused for
   * good. While the store is away it waits. Rejects with `overloaded` when more than the connector
   * may have under way waits already, and when the connection ends.
   */
  take(lesiId: string, values: readonly FetchedValue[]): Promise<FetchedOutcome>
  /**
   * Says whether a device can be reached, where the kind finds out. When the connection ends all
   * devices that it sent for are reported as offline.
   */
  reportStatus(lesiId: string, status: DeviceStatus): void
  /**
   * For kinds that reconnect by themselves, and for what fails while the connection lasts: it does
   * not work now, or works again with null.
   */
  reportFailure(failure: FailureReport | null): void
  /**
   * Says which points have no good value now: all of them, whenever that changes (`PointProblems`
   * sees to that). With the connection they are over.
   */
  reportProblems(problems: readonly PointProblem[]): void
  /**
   * Lists what cannot be taken and is of no value handed over: a message that nobody understands.
   * `lesiId` is the device it is of, where that is known; `message` begins as it came.
   */
  refuse(lesiId: string | null, problem: RefusedPart, message: string): void
  log(level: 'info' | 'warn', message: string): void
}

/** A command: `target` is the id that the kind gave it. */
export interface WriteRequest {
  readonly lesiId: string
  readonly target: string
  readonly value: CommandValue
  readonly deadline: number
}

/** A connection that was established. */
export interface Connection {
  /**
   * Settles when the connection has ended by itself; a rejection says why. The frame then waits,
   * longer each time, and connects again.
   */
  readonly ended: Promise<void>
  /**
   * Writes once, before `deadline` (ms UTC) or never, and does not try again: whoever sent the
   * command decides that. A rejection is taken for `unanswered`.
   */
  write?(writeRequest: WriteRequest): Promise<CommandOutcome>
  /** Ends it; resolves when nothing of it is left. */
  close(): Promise<void>
}

/**
 * What a kind does, in a process that is not the server's: it may load large libraries, and nothing
 * that it does wrong reaches the server.
 */
export interface ConnectorDriver<Settings = unknown> {
  /**
   * Resolves when it is connected and works. Rejects with a `ConnectorFailure`; anything else is
   * taken for a defect. Ends early when `host.signal` aborts.
   */
  connect(configuration: Configuration<Settings>, host: ConnectorHost): Promise<Connection>
  /** Tries a connection and ends it; what it found out on the way, for the kind's form. */
  test(configuration: Configuration<Settings>, signal: AbortSignal): Promise<Json>
  /** What the other side offers; `request` and the answer are the kind's own. */
  browse?(configuration: Configuration<Settings>, request: Json, signal: AbortSignal): Promise<Json>
}

/** A kind as the server runs it. */
export interface RunnableKind {
  /**
   * `kind`: its connectors share one process, for light kinds whose work never blocks; `connector`:
   * each has one of its own, for large libraries and for those that may block.
   */
  readonly processPer: 'kind' | 'connector'
  /** What the JavaScript heap of a process may hold. */
  readonly heapMegabytes: number
  /**
   * Loads its code, in the process of the kind alone. `directory` is in the data directory and the
   * kind's own: it may not be there yet.
   */
  readonly load: (directory: string) => Promise<ConnectorDriver>
}

/** What failed, in a form that can be sent and stored. */
export function failureOf(error: unknown): FailureReport {
  if (error instanceof ConnectorFailure) return shortened(error.code, error.message)
  const text = error instanceof Error ? error.message : String(error)
  const code = networkFailures[codeOf(error)]
  return code ? shortened(code, text) : shortened('defect', text)
}

const shortened = (code: ConnectorFailureCode, detail: string): FailureReport => ({
  code,
  detail: detail.slice(0, maximumDetailLength),
})

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** What the network says, whichever library passes it on. */
const networkFailures: Readonly<Record<string, ConnectorFailureCode>> = {
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'no_answer',
  ENETUNREACH: 'no_answer',
  ETIMEDOUT: 'no_answer',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EACCES: 'not_permitted',
}
