import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'

/**
 * Shows why somebody could not be shut out: a conflict there means that no administrator would be
 * left.
 */
export function useShowRefusal(): (error: unknown) => void {
  const translate = useTranslations('administration.reasons')
  return (error) => {
    if (error instanceof ApiError && error.code === 'conflict')
      toast('error', translate('lastAdministrator'))
    else void showFailure(error)
  }
}
