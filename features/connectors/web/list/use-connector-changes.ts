import { useQueryClient } from '@tanstack/react-query'
import {
  listConnectors,
  orderConnectors,
  pauseConnector,
  removeConnector,
  resumeConnector,
} from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

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
  const order = useMutation({
    mutationFn: (ids: number[]) => call(orderConnectors, { body: { ids } }),
    onSettled,
  })
  return { pause, resume, remove, order }
}
