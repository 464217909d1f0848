import type { DeviceStatus } from '#kit/model/device.ts'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import type { PointProblem } from '../../features/connectors/contract/connector.ts'
import type { ConnectorHost } from '../../features/connectors/server/driver.ts'

/** Stands where the server does for a connector, and stores what comes. */
export class RecordingHost implements ConnectorHost {
  readonly ending = new AbortController()
  readonly signal = this.ending.signal
  readonly taken: (FetchedValue & { readonly lesiId: string })[] = []
  readonly statuses: (readonly [string, DeviceStatus])[] = []
  readonly failures: Parameters<ConnectorHost['reportFailure']>[0][] = []
  readonly logged: string[] = []
  problems: readonly PointProblem[] = []
  readonly refusals: { readonly lesiId: string | null; field: string; reason: string }[] = []
  /** What holds the values up before they are stored. */
  gate: Promise<void> = Promise.resolve()

  async take(lesiId: string, values: readonly FetchedValue[]) {
    await this.gate
    this.taken.push(...values.map((value) => ({ lesiId, ...value })))
    return { stored: values.length, refused: [] }
  }

  reportStatus(lesiId: string, status: DeviceStatus): void {
    this.statuses.push([lesiId, status])
  }

  reportProblems(problems: readonly PointProblem[]): void {
    this.problems = problems
  }

  reportFailure(failure: Parameters<ConnectorHost['reportFailure']>[0]): void {
    this.failures.push(failure)
  }

  refuse(...[lesiId, problem]: Parameters<ConnectorHost['refuse']>): void {
    this.refusals.push({ lesiId, ...problem })
  }

  log(_level: 'info' | 'warn', message: string): void {
    this.logged.push(message)
  }

  /** Why values of one sensor were refused. */
  reasonsOf(key: string): readonly string[] {
    return this.refusals.flatMap(({ field, reason }) => (field === key ? [reason] : []))
  }

  /** Values of one sensor, in the order in which they came. */
  of(key: string) {
    return this.taken.filter((each) => each.key === key)
  }
}
