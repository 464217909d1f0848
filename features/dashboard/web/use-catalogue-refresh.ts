import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCatalogueChanges } from '#kit/web/live/index.ts'
import { dayFiguresQuery } from './use-day-figures.ts'
import { sensorsQuery } from './use-sensors.ts'
import { thingsQuery } from './use-things.ts'

/** Fetches sensors and devices anew when the server says that they changed. */
export function useCatalogueRefresh(): void {
  const client = useQueryClient()
  const refresh = useCallback(() => {
    for (const { queryKey } of [sensorsQuery, thingsQuery, dayFiguresQuery]) void client.invalidateQueries({ queryKey })
  }, [client])
  useCatalogueChanges(refresh)
}
