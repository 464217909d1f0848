import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { failureDetail, failureKey } from '#kit/web/calls/failure-text.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { answerTimeoutMs } from '../conversation.ts'

interface FailedProps {
  /** Null: no answer came in time. */
  readonly error: Error | null
  readonly mayRetry: boolean
  readonly onRetry: () => void
}

/** Why there is no answer; the question above is kept, and can be asked again. */
export function Failed({ error, mayRetry, onRetry }: FailedProps) {
  const translate = useTranslations('assistant.failed')
  const common = useTranslations('common')
  const isForbidden = error instanceof ApiError && error.status === 403
  return (
    <div className="ask-failed" role="alert">
      <Icon name="info" size={20} />
      <b>{translate('title')}</b>
      <Reason error={error} />
      <p>{translate(isForbidden ? 'forbidden' : 'kept')}</p>
      {mayRetry && !isForbidden && (
        <div>
          <button type="button" className="button primary" onClick={onRetry}>
            <Icon name="refresh" />
            {common('retry')}
          </button>
        </div>
      )}
    </div>
  )
}

function Reason({ error }: Pick<FailedProps, 'error'>) {
  const translate = useTranslations('assistant.failed')
  const errors = useTranslations('errors')
  const { duration } = useFormat()
  if (error === null) return <p>{translate('timeout', { duration: duration(answerTimeoutMs) })}</p>
  const detail = failureDetail(error)
  return (
    <>
      <p className="sentence">{errors(failureKey(error))}</p>
      {detail && <p>{errors(`details.${detail.key}`, { seconds: detail.seconds })}</p>}
    </>
  )
}
