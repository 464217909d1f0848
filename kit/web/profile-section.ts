import type { FunctionComponent } from 'react'
import type { Gate } from '#kit/model/permission.ts'

/** What another feature shows in the own profile, to those who pass the gate. */
export interface ProfileSection {
  readonly gate: Gate
  readonly Section: FunctionComponent
}

let sections: readonly ProfileSection[] = []

/** Names the sections that there are; the application does this once, at its start. */
export function provideProfileSections(provided: readonly ProfileSection[]): void {
  sections = provided
}

export function profileSections(): readonly ProfileSection[] {
  return sections
}
