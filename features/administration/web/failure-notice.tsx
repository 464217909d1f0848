import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError } from '#kit/web/calls/call.ts'
import { failureKey } from '#kit/web/calls/failure-text.ts'

/**
 * In the place of what could not be fetched: no permission, not there, or a failure that may pass.
 */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const translate = useTranslations('administration.failure')
  const told = useTranslations('errors')
  const status = error instanceof ApiError ? error.status : 0
  if (status === 403) {
    return (
      <Notice icon="lock" title={translate('forbiddenTitle')} isFailure>
        <p>{translate('forbiddenText')}</p>
      </Notice>
    )
  }
  if (status === 404) {
    return (
      <Notice icon="search" title={translate('missingTitle')} isFailure>
        <p>{translate('missingText')}</p>
      </Notice>
    )
  }
  const retry = (
    <button type="button" className="button" onClick={onRetry}>
      {translate('retry')}
    </button>
  )
  return (
    <Notice icon="warning" title={translate('title')} action={retry} isFailure>
      <p className="sentence">{told(failureKey(error))}</p>
    </Notice>
  )
}
