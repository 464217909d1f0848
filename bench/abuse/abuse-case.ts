import type { Credential } from '../kit/server.ts'

/** What an abuser has to work with. */
export interface AbuseScene {
  readonly url: string
  readonly mqttUrl: string
  /** Devices of the abuser's own. */
  readonly devices: readonly Credential[]
  /** An account of the role `admin`, which sees every device. */
  readonly person: { readonly email: string; readonly password: string }
}

/**
 * One way to take more than one's share. A file in `cases/` each, listed in `cases/index.ts`; it
 * runs in a process of its own.
 */
export interface AbuseCase {
  /** The number of the defect that it is about. */
  readonly number: number
  readonly name: string
  /**
   * Does its worst until `signal` ends it. Resolves with what it achieved, for the remark beside
   * the figures.
   */
  run(scene: AbuseScene, signal: AbortSignal): Promise<string>
}
