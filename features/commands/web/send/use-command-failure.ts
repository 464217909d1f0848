import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

/** Why a command was not taken, in the words of its first field, or of the failure. */
export function useCommandFailure(): (error: unknown) => string {
  const errors = useTranslations('errors')
  const translate = useTranslations('commands.send')
  const textOf = useFieldErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return errors(failureKey(error))
    if (error.status === 429) return translate('tooMany')
    // It may have arrived: the same command is asked for again, and not another one.
    if (error.status === 0) return translate('noResponse')
    const [reason] = Object.values(error.errors).flat()
    return reason ? textOf(reason) : errors(failureKey(error))
  }
}
