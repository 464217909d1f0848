import type { FunctionComponent } from 'react'

/** What other features show in the panel of one device. */
export interface DeviceSectionProps {
  readonly lesiId: string
  readonly name: string
}
export type DeviceSection = FunctionComponent<DeviceSectionProps>

let sections: readonly DeviceSection[] = []

/** Names the sections that there are; the application does this once, at its start. */
export function provideDeviceSections(provided: readonly DeviceSection[]): void {
  sections = provided
}

/** In the order in which they are in the panel. */
export function deviceSections(): readonly DeviceSection[] {
  return sections
}
