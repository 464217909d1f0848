import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCatalogueChanges } from '#kit/web/live/index.ts'

/** Fetches sensors and devices anew when the server says that they changed, or that other ones are open to the person. */
export function useCatalogueRefresh(): void {
  const client = useQueryClient()
  const refresh = useCallback(() => {
    for (const name of ['sensors', 'things']) void client.invalidateQueries({ queryKey: [name] })
  }, [client])
  useCatalogueChanges(refresh)
}
