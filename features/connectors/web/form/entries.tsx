import { createContext, use, useEffect, type ReactNode } from 'react'
import type { Json } from './json.ts'

/** What a form of a connector holds: the settings of the kind by name, as they were entered. */
export interface ConnectorEntries {
  readonly kind: string
  readonly name: string
  readonly settings: Readonly<Record<string, Json>>
  /** Entered again; null removes the one that is stored. */
  readonly secrets: Readonly<Record<string, string | null>>
}

interface EntriesValue extends Pick<ConnectorEntries, 'settings' | 'secrets'> {
  /** The connector whose stored secrets count where none is entered; null: a new one. */
  readonly id: number | null
  /** Names of the secrets that are stored. */
  readonly storedSecrets: readonly string[]
  /** What is wrong, by the path of the field: `host`, `points.3.address`, `secrets.password`. */
  readonly errors: ReadonlyMap<string, string>
  /** Errors of this path are shown on the screen, until what comes back is called. */
  readonly showPath: (path: string) => () => void
  readonly change: (settings: Readonly<Record<string, Json>>) => void
  readonly changeSecret: (name: string, value: string | null | undefined) => void
}

const EntriesContext = createContext<EntriesValue | null>(null)

interface EntriesProviderProps {
  readonly value: EntriesValue
  readonly children: ReactNode
}

export function EntriesProvider({ value, children }: EntriesProviderProps) {
  return <EntriesContext value={value}>{children}</EntriesContext>
}

/** The entries of the form around the fields, and what changes them. */
export function useEntries(): EntriesValue {
  const value = use(EntriesContext)
  if (!value) throw new Error('the fields of a connector stand in its form')
  return value
}

/** Whoever calls it shows the errors of this path and of all below it. */
export function useShowsErrorsOf(path: string): void {
  const { showPath } = useEntries()
  useEffect(() => showPath(path), [showPath, path])
}
