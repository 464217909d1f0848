import type { DeviceStatus } from '#kit/model/device.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'
import type { FailureReport, PointProblem } from '../../contract/connector.ts'
import type { Configuration, Json, RefusedPart, WriteRequest } from '../driver.ts'

/** What can be asked of a kind without a connector. */
export type Probe =
  | { readonly action: 'test' }
  | { readonly action: 'browse'; readonly request: Json }

/** What the server sends to a process of connectors. */
export type ToProcess =
  | {
      readonly type: 'start'
      readonly id: number
      readonly kind: string
      readonly configuration: Configuration
    }
  | { readonly type: 'stop'; readonly id: number }
  | {
      readonly type: 'probe'
      readonly request: number
      readonly kind: string
      readonly configuration: Configuration
      readonly probe: Probe
    }
  /** The answer to `take`; with a pause it is to be sent again after so many ms. */
  | {
      readonly type: 'taken'
      readonly request: number
      readonly outcome: FetchedOutcome | { readonly pauseMs: number }
    }
  | {
      readonly type: 'write'
      readonly request: number
      readonly id: number
      readonly writeRequest: WriteRequest
    }
  | { readonly type: 'ping' }
  /** Ends all connections, then the process. */
  | { readonly type: 'end' }

/** What a process of connectors sends to the server. */
export type FromProcess =
  | {
      readonly type: 'state'
      readonly id: number
      readonly state: 'connecting' | 'running' | 'failing'
      readonly failure: FailureReport | null
      /** ms UTC; null: it is not the frame that retries. */
      readonly nextTryAt: number | null
    }
  | { readonly type: 'stopped'; readonly id: number }
  /** All of them, the first ones listed. */
  | {
      readonly type: 'problems'
      readonly id: number
      readonly count: number
      readonly problems: readonly PointProblem[]
    }
  | {
      readonly type: 'take'
      readonly request: number
      readonly id: number
      readonly lesiId: string
      readonly values: readonly FetchedValue[]
    }
  | {
      readonly type: 'status'
      readonly id: number
      readonly lesiId: string
      readonly status: DeviceStatus
    }
  | {
      readonly type: 'refused'
      readonly id: number
      readonly lesiId: string | null
      readonly problem: RefusedPart
      readonly message: string
      /** How many there were since the last that was sent. */
      readonly count: number
    }
  | {
      readonly type: 'probed'
      readonly request: number
      readonly failure: FailureReport | null
      readonly found: Json
    }
  | { readonly type: 'written'; readonly request: number; readonly outcome: CommandOutcome }
  | {
      readonly type: 'log'
      readonly id: number
      readonly level: 'info' | 'warn'
      readonly message: string
    }
  | { readonly type: 'pong' }
