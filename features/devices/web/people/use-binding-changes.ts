import { useQueryClient } from '@tanstack/react-query'
import {
  bindPerson,
  endBinding,
  listBindings,
  listOwnBindings,
  unbindOwn,
} from '#features/devices/contract/bindings.ts'
import { listRegistry, readDevice } from '#features/devices/contract/registry.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

/** A change of who is bound to which device; lists follow. */
function useBindingChange<Input>(change: (input: Input) => Promise<unknown>, isQuiet: boolean) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: isQuiet },
    mutationFn: change,
    onSettled: () =>
      void invalidate(client, listBindings, listOwnBindings, listRegistry, readDevice),
  })
}

/** Binds a person, or changes how. The form shows failures. */
export function useBindPerson(lesiId: string) {
  return useBindingChange(
    (body: RouteCall<typeof bindPerson>['body']) => call(bindPerson, { params: { lesiId }, body }),
    true,
  )
}

/** Takes the device away from a person. */
export function useEndBinding(lesiId: string) {
  return useBindingChange(
    (userId: number) => call(endBinding, { params: { lesiId, userId } }),
    false,
  )
}

/** Ends the own binding, of the last parent with its sub-users. The screen shows failures. */
export function useUnbindOwn() {
  return useBindingChange(
    (body: RouteCall<typeof unbindOwn>['body']) => call(unbindOwn, { body }),
    true,
  )
}
