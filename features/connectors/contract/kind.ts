import type { z } from 'zod'
import type { CommandTarget } from '#kit/model/device-command.ts'

/** What server and browser have to agree on about a kind of connectors. */
export interface ConnectorKind<Settings extends z.ZodType = z.ZodType> {
  /** What people enter, without its secrets. */
  readonly settings: Settings
  /** Names of the secrets: entered beside the settings, sealed, and never sent to a browser. */
  readonly secrets: readonly string[]
  /**
   * Where it connects to, for people. Secrets are only sent where they were entered for: when this
   * changes they have to be entered again.
   */
  address(settings: z.output<Settings>): string
  /** LESI IDs of the devices that it sends for; `any`: they follow from what it receives. */
  devices(settings: z.output<Settings>): readonly string[] | 'any'
  /** What of a device can be written, where its connections write; ids are those of the kind. */
  commandTargets?(settings: z.output<Settings>, lesiId: string): readonly CommandTarget[]
}

/** Declares a kind with the type of its settings. */
export function defineKind<Settings extends z.ZodType>(
  kind: ConnectorKind<Settings>,
): ConnectorKind<Settings> {
  return kind
}
