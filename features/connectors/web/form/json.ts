import type { Settings } from '#features/connectors/contract/connector.ts'

/** A value of the settings. */
export type Json = Settings[string]
