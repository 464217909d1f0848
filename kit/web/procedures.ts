import type { FunctionComponent } from 'react'

/** What another feature shows of what to do about sensors and alarm rules. */
export interface ProceduresProps {
  readonly sensorIds: readonly number[]
  readonly ruleIds: readonly number[]
}
export type Procedures = FunctionComponent<ProceduresProps>

let procedures: readonly Procedures[] = []

/** Names the features that have some; the application does this once, at its start. */
export function provideProcedures(provided: readonly Procedures[]): void {
  procedures = provided
}

/** Links to the procedures of sensors and alarm rules; each draws nothing where it has none. */
export function procedureLinks(): readonly Procedures[] {
  return procedures
}
