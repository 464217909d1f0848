import type { FunctionComponent } from 'react'
import type { Settings } from '#features/connectors/contract/connector.ts'

/** How a kind is entered; fetched when its form is opened. */
export interface KindForm {
  /** What a new connector starts with; `duration` writes one in the language of the page. */
  readonly initial: (duration: (ms: number) => string) => Settings
  /** The fields of its settings and secrets: `useEntries` and the fields of `form/fields.tsx`. */
  readonly Fields: FunctionComponent
  /** What a test of the connection found; `found` is what the driver's `test` answered. */
  readonly Found: FunctionComponent<{ readonly found: unknown }>
}

/** A kind as the list of kinds shows it. */
export interface KindManifest {
  /** As it is stored: the name of its folder. */
  readonly kind: string
  /** Key of its name in the catalogues. */
  readonly title: string
  readonly load: () => Promise<{ readonly default: KindForm }>
}
