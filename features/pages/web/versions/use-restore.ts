import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import { useRestoreVersion } from '../calls/use-page-changes.ts'

/**
 * Makes an earlier version the present one. Where somebody saved another one meanwhile nothing is
 * done: the person sees that first.
 */
export function useRestore(id: string, onRestored: () => void) {
  const translate = useTranslations('pages.versions')
  const { mutate, isPending } = useRestoreVersion(id)
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
          if (error instanceof ApiError && error.status === 409) toast('info', translate('changed'))
          else void showFailure(error)
        },
      },
    )
  }
  return { restore, isPending }
}
