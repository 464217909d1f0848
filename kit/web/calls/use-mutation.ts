import { useMutation as useObservedMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { mayRetry } from './query.ts'
import { onceAtATime } from './under-way.ts'

export interface MutationCallbacks<Data> {
  readonly onSuccess?: (data: Data) => unknown
  /** Without it the failure is only shown in a toast, unless the mutation is quiet. */
  readonly onError?: (error: Error) => unknown
}

/**
 * A change that the server makes. What is given to `mutate` is called whenever the answer comes:
 * the library's own hook calls nothing of a component whose tab is hidden by then, so that a person
 * who goes on at once would never see whether it was saved. A double click makes it once. What is
 * sent and answered is kept by nobody but them. The lint
 * refuses the library's hook everywhere else.
 */
export function useMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const { mutateAsync: send, isPending, reset } = useObservedMutation(withPromptFailure(options))
  const mutateAsync = useMemo(() => keptWhileUnderWay<Data, Variables>(send, reset), [send, reset])
  const [run] = useState(() => onceAtATime<Variables>())
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: MutationCallbacks<Data> = {}) =>
      run(variables, () => mutateAsync(variables).then(onSuccess, onError ?? (() => {}))),
    [mutateAsync, run],
  )
  return { mutate, mutateAsync, isPending }
}

/**
 * Sends changes, and calls `reset` when none is under way any more: for as long as it is drawn, a
 * form would keep the password that was sent and the link that came back, also when it is closed.
 */
export function keptWhileUnderWay<Data, Variables>(
  send: (variables: Variables) => Promise<Data>,
  reset: () => void,
): (variables: Variables) => Promise<Data> {
  let underWay = 0
  return (variables) => {
    underWay++
    return send(variables).finally(() => {
      underWay--
      if (underWay === 0) reset()
    })
  }
}

/**
 * A failure because the server is away waits for nothing that follows: what is fetched anew then
 * has no answer either, for as long as it is tried. A refusal does wait: whoever is refused for a
 * conflict is shown what is there now.
 */
export function withPromptFailure<Data, Variables>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationOptions<Data, Error, Variables> {
  const { onSettled } = options
  if (!onSettled) return options
  return {
    ...options,
    onSettled(...[data, error, ...rest]) {
      const settled = onSettled(data, error, ...rest)
      return error !== null && mayRetry(error) ? undefined : settled
    },
  }
}
