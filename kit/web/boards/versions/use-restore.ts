import { useTranslations } from 'use-intl'
import { ApiError } from '../../calls/api-error.ts'
import { showFailure } from '../../calls/query.ts'
import { useMutation } from '../../calls/use-mutation.ts'
import { toast } from '../../toast.ts'
import type { StoredBoard } from '../board.ts'

interface RestoreOptions {
  readonly kind: StoredBoard['kind']
  /** Makes `version` the present one, unless another than `present` is that by now. */
  readonly send: (versions: Versions) => Promise<unknown>
  readonly onRestored: () => void
}

interface Versions {
  readonly version: number
  readonly present: number
}

export interface Restoring {
  readonly restore: (version: number, present: number) => void
  readonly isPending: boolean
}

/**
 * Makes an earlier version the present one. Where somebody saved another one meanwhile nothing is
 * done: the person sees that first.
 */
export function useRestore({ kind, send, onRestored }: RestoreOptions): Restoring {
  const translate = useTranslations('boards.versions')
  const { mutate, isPending } = useMutation({ mutationFn: send, meta: { quiet: true } })
  const restore = (version: number, present: number) => {
    if (isPending) return
    mutate(
      { version, present },
      {
        onSuccess() {
          toast('success', translate('restored'))
          onRestored()
        },
        onError(error) {
          if (error instanceof ApiError && error.status === 409)
            toast('info', translate('changed', { kind }))
          else void showFailure(error)
        },
      },
    )
  }
  return { restore, isPending }
}
