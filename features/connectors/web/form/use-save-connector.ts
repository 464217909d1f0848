import { useQueryClient } from '@tanstack/react-query'
import {
  addConnector,
  listConnectors,
  testConnector,
  updateConnector,
} from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { ConnectorEntries } from './entries.tsx'

interface Saved {
  /** Null: a new one. */
  readonly id: number | null
  readonly version: number | null
  readonly entries: ConnectorEntries
}

/** Saves a connector. The form shows failures. */
export function useSaveConnector() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, version, entries: { kind, name, settings, secrets } }: Saved) =>
      id === null
        ? call(addConnector, { body: { kind, name, settings, secrets } })
        : call(updateConnector, {
            ...{ params: { id }, body: { version: version ?? 0, name, settings, secrets } },
          }),
    onSuccess: () => void invalidate(client, listConnectors),
  })
}

/** Tries a connection with what was entered. The form shows failures. */
export function useTestConnector() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, entries: { kind, settings, secrets } }: Omit<Saved, 'version'>) =>
      call(testConnector, { body: { kind, id, settings, secrets } }),
  })
}
