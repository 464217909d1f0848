import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listExports } from '../../contract/routes.ts'
import type { ChosenSensor } from './draft.ts'
import { useProblems } from './use-problems.ts'

/** Begins to make a file; why it was refused is given as sentences, with these sensors' names. */
export function useBeginExport<Request>(
  send: (request: Request) => Promise<unknown>,
  onBegun: () => void,
) {
  const client = useQueryClient()
  const problemsOf = useProblems()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSettled: () => invalidate(client, listExports),
    onSuccess: onBegun,
    meta: { quiet: true },
  })
  const refuse = (error: Error, sensors: readonly ChosenSensor[]) => {
    const found = error instanceof ApiError ? problemsOf(error.errors, sensors) : []
    if (found.length > 0) setProblems(found)
    else void showFailure(error)
  }
  return {
    ...{ isPending, problems },
    clear: () => setProblems([]),
    begin: (request: Request, sensors: readonly ChosenSensor[]) =>
      mutate(request, { onError: (error) => refuse(error, sensors) }),
  }
}
