import { useMutation as useObservedMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useCallback } from 'react'

export interface MutationCallbacks<Data> {
  readonly onSuccess?: (data: Data) => unknown
  /** Without it the failure is only shown in a toast, unless the mutation is quiet. */
  readonly onError?: (error: Error) => unknown
}

/**
 * A change that the server makes. What is given to `mutate` is called whenever the answer comes:
 * the library's own hook calls nothing of a component whose tab is hidden by then, so that a person
 * who goes on at once would never see whether it was saved. The lint refuses the library's hook
 * everywhere else.
 */
export function useMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const { mutateAsync, isPending } = useObservedMutation(options)
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: MutationCallbacks<Data> = {}) =>
      void mutateAsync(variables).then(onSuccess, onError ?? (() => {})),
    [mutateAsync],
  )
  return { mutate, mutateAsync, isPending }
}
