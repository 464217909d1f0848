import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invalidateMatching } from '#kit/web/calls/query-of.ts'
import { useCatalogueChanges, type CatalogueUpdate } from '#kit/web/live/index.ts'

/** How the paths of calls begin whose answers are about devices, besides those of values. */
const aboutDevices = [
  ...['/api/alarms', '/api/alarm-rules', '/api/handover'],
  ...['/api/annotations', '/api/devices', '/api/exports'],
]

/** What was fetched about devices is fetched again when others may be open to the person now. */
export function useListsOfDevices(): void {
  const client = useQueryClient()
  useCatalogueChanges(
    useCallback(
      (update: CatalogueUpdate) => {
        if (update !== 'reload') return
        const predicate = ({ queryKey: [, path] }: { readonly queryKey: readonly unknown[] }) =>
          typeof path === 'string' && aboutDevices.some((each) => path.startsWith(each))
        void invalidateMatching(client, { predicate })
      },
      [client],
    ),
  )
}
