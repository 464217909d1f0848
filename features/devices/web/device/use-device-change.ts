import { useQueryClient } from '@tanstack/react-query'
import { listRegistry, type RegisteredDevice } from '#features/devices/contract/registry.ts'
import { invalidate, putAnswer } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { deviceQuery } from './query-device.ts'

/**
 * A change that the server answers with the device as it is now: it is shown at once, and the list
 * follows. `isQuiet`: the screen shows failures.
 */
export function useDeviceChange<Input, Reply extends { readonly device: RegisteredDevice }>(
  change: (input: Input) => Promise<Reply>,
  { isQuiet }: { readonly isQuiet: boolean },
) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: isQuiet },
    mutationFn: change,
    onSuccess: ({ device }: Reply) => {
      putAnswer(client, deviceQuery(device.lesiId), { data: device })
      void invalidate(client, listRegistry)
    },
  })
}
