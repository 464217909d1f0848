import type { FunctionComponent } from 'react'
import type { Gate } from '#kit/model/permission.ts'

/** What another feature shows in the own profile, to those who pass the gate. */
export interface ProfileSection {
  readonly gate: Gate
  readonly Section: FunctionComponent
}

let section: ProfileSection | null = null

/** Names the section that there is; the application does this once, at its start. */
export function provideProfileSection(provided: ProfileSection): void {
  section = provided
}

export function profileSection(): ProfileSection | null {
  return section
}
