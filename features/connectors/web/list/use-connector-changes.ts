import { useQueryClient } from '@tanstack/react-query'
import {
  listConnectors,
  pauseConnector,
  removeConnector,
  resumeConnector,
} from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { moveOptions, type Move } from './move-connector.ts'

/** Changes of connectors that need no form; failures are shown in a toast. */
export function useConnectorChanges() {
  const client = useQueryClient()
  const onSettled = () => void invalidate(client, listConnectors)
  const pause = useMutation({
    mutationFn: (id: number) => call(pauseConnector, { params: { id } }),
    onSettled,
  })
  const resume = useMutation({
    mutationFn: (id: number) => call(resumeConnector, { params: { id } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: number) => call(removeConnector, { params: { id } }),
    onSettled,
  })
  const order = useMutation(moveOptions(client))
  // The same move twice is two moves.
  const move = (each: Move) => void order.mutateAsync(each).catch(() => {})
  return { pause, resume, remove, move }
}
