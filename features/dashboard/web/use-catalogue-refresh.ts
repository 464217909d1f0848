import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCatalogueChanges } from '#kit/web/live/index.ts'
import { sensorsQuery } from './use-sensors.ts'
import { thingsQuery } from './use-things.ts'

/** What begins with it: today's figures, and the stored changes that widgets ask for. */
const ofReadings = ['readings']

/** Fetches sensors and devices anew when the server says that they changed. */
export function useCatalogueRefresh(): void {
  const client = useQueryClient()
  const refresh = useCallback(() => {
    for (const queryKey of [sensorsQuery.queryKey, thingsQuery.queryKey, ofReadings]) void client.invalidateQueries({ queryKey })
  }, [client])
  useCatalogueChanges(refresh)
}
