import { useQueryClient } from '@tanstack/react-query'
import { listRegistry, removeDevice } from '#features/devices/contract/registry.ts'
import { listDeletions } from '#features/readings/contract/deletions.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { deviceQuery } from './query-device.ts'

interface Removal {
  readonly lesiId: string
  readonly readings: 'keep' | 'delete'
  /** As it was typed. */
  readonly name: string
}

/** Removes a device with its sensors and bindings. */
export function useRemoveDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ lesiId, ...query }: Removal) =>
      call(removeDevice, { params: { lesiId }, query }),
    onSuccess: (_reply, { lesiId }) => {
      client.removeQueries(deviceQuery(lesiId))
      void invalidate(client, listRegistry, listDeletions)
    },
  })
}
